#pragma once

#include <optional>
#include <span>

#include <glm/mat4x4.hpp>

#include "pipeline/scene/scene.hpp"
#include "pipeline/wayback/file_space.hpp"

namespace rigkiln {

/// Returns the largest extent of where the bones stand at rest, in the file's units; where all stand in one
/// place, that of the meshes, or how far away the place is. At least 1e-6. `joints` are the joints of the
/// bones, `worlds` the result of worldsInFile at rest.
[[nodiscard]] double skeletonSize(const Scene& scene, std::span<const std::optional<IndexOf<Joint>>> joints,
                                  std::span<const glm::dmat4> worlds, const FileSpace& space);

}  // namespace rigkiln
