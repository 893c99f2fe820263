#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// The share of the skeleton's size that a bone, and what hangs on it, may be off in a frame.
inline constexpr double kPoseTolerance = 1e-3;

/// Compares each frame that the game will show with the pose of the clip: where bones stand, where points
/// around them go, and meshes of joints that are no bones. Says which bone is farthest up of those too far
/// off, in which frame, and how many more there are; nothing when none is.
/// Preconditions: the file is of this skeleton and obeys its laws.
[[nodiscard]] std::optional<std::string> findLostMotion(const Scene& scene, const Clip& clip,
                                                        const TargetSkeleton& skeleton,
                                                        const FileSpace& space, const swat3::GsaFile& file,
                                                        bool isRootAbsolute);

}  // namespace rigkiln::swat3_writer
