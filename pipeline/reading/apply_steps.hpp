#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/scene/scene.hpp"

/// Steps of recipes, done to scenes.
namespace rigkiln {

/// Returns what is wrong with a scene, as an error about a file; nothing if it is valid.
[[nodiscard]] std::optional<Error> firstProblem(const Scene& scene, const std::string& path);

/// Does the resample steps.
void resample(Scene& scene, const std::vector<Step>& steps, Diagnostics& diagnostics);

/// Does a step that depends on the size of the model. A clip alone has none: scaled by what it moves, it
/// would not fit the model that it belongs to.
[[nodiscard]] Status fitSize(Scene& scene, const Step& step, const Part& part);

/// Does all steps between merging and reducing, in their order, and validates the scene.
[[nodiscard]] Status applyUnitSteps(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics);

}  // namespace rigkiln
