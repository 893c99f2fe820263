#pragma once

#include <optional>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/scene/mesh.hpp"

namespace rigkiln::gltf {

/// How far the sum of a vertex' weights may be from 1, per weight that is not zero. Validators take this
/// figure; the law of a Scene is looser.
inline constexpr double kWeightTolerance = 2e-7;

/// The weights of all sets with sums that are 1 to the last digits of a float. Nothing when they are already.
[[nodiscard]] std::optional<std::vector<std::vector<glm::vec4>>> normalisedWeights(
    std::span<const InfluenceSet> sets);

}  // namespace rigkiln::gltf
