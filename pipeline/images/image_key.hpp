#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"

namespace rigkiln {

/// Returns the name under which a converted image is kept: 64 hexadecimal digits of the BLAKE2b-256 hash of
/// everything that determines the result. These are the bytes of the file, the format that reads them, the
/// recipe, and the revisions of code and layouts. The hash is cryptographic because a kept image is used
/// instead of the picture, and a crafted file must not be able to replace another one.
[[nodiscard]] std::string imageKey(const ImageFormats& formats, const ImageModule& format,
                                   const ImageRecipe& recipe, std::span<const std::byte> file);

}  // namespace rigkiln
