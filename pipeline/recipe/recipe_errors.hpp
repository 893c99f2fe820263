#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors about recipes.
namespace rigkiln {

inline constexpr ErrorCode kBadRecipe{"recipe.invalid", ErrorKind::Input,
                                      "the text is no recipe in the canonical form of this version"};
inline constexpr ErrorCode kOtherCode{
    "recipe.other-code", ErrorKind::Configuration,
    "the recipe asks for code that this program does not have in that revision"};

inline constexpr std::array kRecipeErrors = {&kBadRecipe, &kOtherCode};

}  // namespace rigkiln
