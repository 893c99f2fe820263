#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/base/result.hpp"
#include "pipeline/recipe/recipe.hpp"

namespace rigkiln {

/// Version of the canonical form. Raise it when the form of the same recipe changes.
inline constexpr int kRecipeVersion = 3;

/// Returns the canonical form of a recipe: JSON in UTF-8 without white space, with members in a fixed order.
/// Equal recipes have equal forms, on every machine and in every locale; only 0.0 and -0.0 are equal with two
/// forms. Texts that are not UTF-8 are written as {"bytes": "HEX"}, an option with the type that it has (30.0
/// is a number, 30 an integer). Preconditions: numbers are finite, names of options are UTF-8.
[[nodiscard]] std::string recipeToJson(const Recipe& recipe);

/// Reads the form back, exactly as it was written. Also accepts white space and other orders of members.
/// Fails for everything else: another version; missing, unknown or duplicate members; values of another type,
/// recipes that break a law. `where` is the path of the member, such as "parts[0].clips[2].name", and empty
/// for the whole text; `problem` has the value and what was expected. Safe for any input.
[[nodiscard]] Result<Recipe> recipeFromJson(std::string_view json);

/// Returns 32 hexadecimal digits of the XXH3-128 hash of the canonical form.
[[nodiscard]] std::string recipeDigest(const Recipe& recipe);

/// Returns the digest of a row of recipes, given by their digests.
[[nodiscard]] std::string combinedDigest(std::span<const std::string> digests);
/// Returns it for a row that is too long to be in memory: `digestOf` is called once for each, in
/// order.
[[nodiscard]] std::string combinedDigest(std::size_t count,
                                         const std::function<std::string(std::size_t)>& digestOf);

}  // namespace rigkiln
