#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "pipeline/scene/clip.hpp"

namespace rigkiln {

/// Adds the times of a track's keys, and the last moment before each step: what is there is seen at no other
/// time.
template <class Value>
void addKeyTimes(const Track<Value>& track, std::vector<float>& times) {
    times.insert(times.end(), track.times.begin(), track.times.end());
    if (track.interpolation != Interpolation::Step) return;
    for (const float time : track.times)
        times.push_back(std::nextafter(time, 0.0F));
}

/// Those of all translations, rotations and scales.
inline void addMotionTimes(const Clip& clip, std::vector<float>& times) {
    for (const JointTracks& tracks : clip.joints) {
        addKeyTimes(tracks.translation, times);
        addKeyTimes(tracks.rotation, times);
        addKeyTimes(tracks.scale, times);
    }
}

/// In order, each once.
inline void sortTimes(std::vector<float>& times) {
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
}

}  // namespace rigkiln
