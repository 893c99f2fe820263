#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"

namespace rigkiln {

/// The name of what a recipe makes of the bytes of an image file: 64 hexadecimal digits, the BLAKE2b-256 of
/// everything that decides it, which is the bytes, the format that reads them, the recipe, and the revisions
/// of code and layouts. A name that nobody can forge: what is kept below it is handed out instead of the
/// picture, and files of others must not be able to take each other's place.
[[nodiscard]] std::string imageKey(const ImageFormats& formats, const ImageModule& format,
                                   const ImageRecipe& recipe, std::span<const std::byte> file);

}  // namespace rigkiln
