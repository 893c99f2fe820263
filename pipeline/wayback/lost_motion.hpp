#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include "pipeline/scene/scene.hpp"
#include "pipeline/wayback/file_space.hpp"

namespace rigkiln {

/// Borrowed view of the bones of a file and the joints that they are.
struct PlacedBones {
    const std::vector<bool>& isAboveRoots;                  ///< by joint, as for worldsInFile
    std::span<const std::optional<IndexOf<Joint>>> joints;  ///< by bone
    std::span<const std::optional<std::size_t>> bones;      ///< by joint
    std::span<const std::size_t> parentsFirst;              ///< all bones, parents before their children
    /// By bone: bone to model space at rest, by the stored numbers: rigid, in the file's axes and units.
    std::span<const glm::dmat4> bind;
    std::span<const glm::dmat4> world;  ///< by joint: worldsInFile at rest
};

/// The poses that a file will show.
struct ShownClip {
    std::size_t frames = 0;
    double framesPerSecond = 1.0;
    /// Returns, by bone, the matrix from bone to model space in a frame, in the file's axes and units.
    std::function<std::vector<glm::dmat4>(std::size_t frame)> pose;
    double tolerance = 0.0;  ///< the share of the skeleton's size that a bone may be off in a frame
};

/// Compares each frame that a file will show with the pose of the clip: where bones stand, where points
/// around them go, and meshes of joints that are no bones. Says which bone is farthest up of those too far
/// off, in which frame, and how many more there are; nothing when none is.
[[nodiscard]] std::optional<std::string> findLostMotion(const Scene& scene, const Clip& clip,
                                                        const PlacedBones& skeleton, const FileSpace& space,
                                                        const ShownClip& shown);

}  // namespace rigkiln
