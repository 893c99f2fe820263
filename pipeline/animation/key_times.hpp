#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "pipeline/scene/clip.hpp"

namespace rigkiln {

/// Adds the times of a track's keys. For a Step track also adds the last moment before each key, since the
/// pose just before a step occurs at no key time.
template <class Value>
void addKeyTimes(const Track<Value>& track, std::vector<float>& times) {
    times.insert(times.end(), track.times.begin(), track.times.end());
    if (track.interpolation != Interpolation::Step) return;
    for (const float time : track.times)
        times.push_back(std::nextafter(time, 0.0F));
}

/// Adds the key times of all translations, rotations and scales. Skips a track that has the times of the
/// track before it, as most do.
inline void addMotionTimes(const Clip& clip, std::vector<float>& times) {
    const std::vector<float>* before = nullptr;
    const auto add = [&](const auto& track) {
        if (before != nullptr && track.interpolation != Interpolation::Step && *before == track.times) return;
        addKeyTimes(track, times);
        before = &track.times;
    };
    for (const JointTracks& tracks : clip.joints) {
        add(tracks.translation);
        add(tracks.rotation);
        add(tracks.scale);
    }
}

/// Sorts times and removes duplicates.
inline void sortTimes(std::vector<float>& times) {
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
}

}  // namespace rigkiln
