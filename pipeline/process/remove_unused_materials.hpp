#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Removes the materials that no primitive has, and the tracks that move them. The others keep their order.
void removeUnusedMaterials(Scene& scene);

}  // namespace rigkiln
