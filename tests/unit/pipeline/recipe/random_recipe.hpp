#pragma once

#include <cstdint>

#include "pipeline/recipe/recipe.hpp"

namespace rigkiln {

/// Returns a recipe that keeps all laws. Equal seeds give equal recipes. Many seeds together use every
/// member, every step, every type of option, extreme numbers, and names that are empty, quoted, or not UTF-8.
[[nodiscard]] Recipe randomRecipe(std::uint64_t seed);

/// Returns a small recipe with a value in every member.
[[nodiscard]] Recipe smallRecipe();

}  // namespace rigkiln
