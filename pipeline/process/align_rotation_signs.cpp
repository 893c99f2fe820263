#include "pipeline/process/align_rotation_signs.hpp"

#include <cstddef>

#include "pipeline/base/stop.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Returns whether any key was negated.
bool align(Track<glm::quat>& track) {
    if (track.interpolation == Interpolation::CubicSpline) return false;
    bool isChanged = false;
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        if (glm::dot(track.values[key - 1], track.values[key]) >= 0) continue;
        track.values[key] = -track.values[key];
        isChanged = true;
    }
    return isChanged;
}

}  // namespace

void alignRotationSigns(Scene& scene) {
    for (Clip& clip : scene.clips) {
        ClipInHand inHand(clip);
        bool isChanged = false;
        for (JointTracks& tracks : clip.joints) {
            checkStop();
            isChanged = align(tracks.rotation) || isChanged;
        }
        if (!isChanged) inHand.keepStored();
    }
}

}  // namespace rigkiln
