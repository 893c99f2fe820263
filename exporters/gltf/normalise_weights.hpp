#pragma once

#include <optional>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/scene/mesh.hpp"

namespace rigkiln::gltf_export {

/// Largest distance of the sum of a vertex' weights from 1, per weight that is not zero. Validators use this
/// limit; the law of a Scene is looser.
inline constexpr double kWeightTolerance = 2e-7;

/// Returns the weights of all sets, scaled so that they sum to 1 within the rounding of floats. Returns
/// nothing when they do already, within kWeightTolerance.
[[nodiscard]] std::optional<std::vector<std::vector<glm::vec4>>> normalisedWeights(
    std::span<const InfluenceSet> sets);

}  // namespace rigkiln::gltf_export
