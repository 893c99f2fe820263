#pragma once

#include "exporters/swat3/target_skeleton.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// The largest extent of where the bones stand at rest, in the file's units; where all stand in one place,
/// that of the meshes, or how far away the place is. At least 1e-6. Needs `joints` and `world` of the
/// skeleton.
[[nodiscard]] double skeletonSize(const Scene& scene, const TargetSkeleton& skeleton, const FileSpace& space);

}  // namespace rigkiln::swat3_writer
