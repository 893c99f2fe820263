#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Contents of one clip.
struct ClipFacts {
    std::size_t keys = 0;
    std::size_t bytes = 0;   ///< times and values of all tracks as stored in the scene
    std::size_t joints = 0;  ///< joints with tracks
    // Tracks that change something.
    std::size_t rotations = 0;
    std::size_t translations = 0;
    std::size_t scales = 0;
    std::size_t visibilities = 0;
    std::size_t textureOffsets = 0;
};

[[nodiscard]] ClipFacts clipFacts(const Clip& clip);

/// One joint in a pose.
struct PosedJoint {
    std::string name;
    Transform local;  ///< relative to the parent
    Transform world;  ///< in model space; shear is left out
    bool isVisible = true;
};

/// Returns the joints of a clip at a time in seconds, or those of the rest pose when `clip` is null.
/// Precondition: the scene satisfies its laws.
[[nodiscard]] std::vector<PosedJoint> poseAt(const Scene& scene, const Clip* clip, float time);

}  // namespace rigkiln
