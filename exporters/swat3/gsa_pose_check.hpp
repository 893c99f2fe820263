#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

/// Largest error of a bone and its meshes in a frame, as a share of the skeleton's size.
inline constexpr double kPoseTolerance = 1e-3;

/// Compares each frame that the game will show with the pose of the clip: the places of bones, points around
/// them, and the meshes of joints that are no bones. Describes the first bone, parents first, that is off by
/// too much, in which frame, and how many more there are. Returns nothing when all are close enough.
///
/// Preconditions: the file is of this skeleton and obeys its laws.
[[nodiscard]] std::optional<std::string> findLostMotion(const Scene& scene, const Clip& clip,
                                                        const TargetSkeleton& skeleton,
                                                        const FileSpace& space, const swat3::GsaFile& file,
                                                        bool isRootAbsolute);

}  // namespace rigkiln::swat3_export
