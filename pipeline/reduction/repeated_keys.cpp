#include "pipeline/reduction/repeated_keys.hpp"

#include <algorithm>
#include <cstddef>

namespace rigkiln {
namespace {

template <class Value>
bool isRepeated(const Track<Value>& track, std::size_t key) {
    const std::vector<Value>& values = track.values;
    if (key == 0 || key + 1 == values.size() || values[key] != values[key - 1]) return false;
    return track.interpolation == Interpolation::Step || values[key] == values[key + 1];
}

template <class Value>
void drop(Track<Value>& track) {
    if (track.interpolation == Interpolation::CubicSpline || track.times.size() < 2) return;
    std::size_t kept = 0;
    const Track<Value> all = track;
    for (std::size_t key = 0; key < all.times.size(); ++key) {
        if (isRepeated(all, key)) continue;
        track.times[kept] = all.times[key];
        track.values[kept] = all.values[key];
        ++kept;
    }
    if (kept == 2 && track.values[0] == track.values[1]) kept = 1;
    track.times.resize(kept);
    track.values.resize(kept);
}

}  // namespace

void dropRepeatedKeys(Clip& clip) {
    for (JointTracks& tracks : clip.joints) {
        drop(tracks.translation);
        drop(tracks.rotation);
        drop(tracks.scale);
        drop(tracks.visibility);
    }
    for (MaterialTracks& tracks : clip.materials)
        drop(tracks.baseColorOffset);
}

}  // namespace rigkiln
