#include "pipeline/process/align_rotation_signs.hpp"

#include <cstddef>

#include "pipeline/base/stop.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Returns whether any key was negated.
bool align(Track<glm::quat>& track) {
    bool isChanged = false;
    const bool isCubic = track.interpolation == Interpolation::CubicSpline;
    const std::size_t stride = isCubic ? 3 : 1;
    const std::size_t offset = isCubic ? 1 : 0;
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        const glm::quat& previous = track.values[(key - 1) * stride + offset];
        if (glm::dot(previous, track.values[key * stride + offset]) >= 0) continue;
        isChanged = true;
        for (std::size_t i = key * stride; i < (key + 1) * stride; ++i) {
            track.values[i] = -track.values[i];
        }
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
