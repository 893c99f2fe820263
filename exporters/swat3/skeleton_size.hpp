#pragma once

#include "exporters/swat3/target_skeleton.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// Largest extent of the bones' places at rest, in the file's units. Where all bones stand in one place, it
/// is the extent of the meshes or the distance of the place from the origin, whichever is larger. At least
/// 1e-6. Needs `joints` and `world` of the skeleton.
[[nodiscard]] double skeletonSize(const Scene& scene, const TargetSkeleton& skeleton, const FileSpace& space);

}  // namespace rigkiln::swat3_writer
