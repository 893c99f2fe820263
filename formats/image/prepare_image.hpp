#pragma once

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// Does what the recipe says, in this order: colour key, alpha, green, size. How it is encoded is another
/// matter.
[[nodiscard]] PreparedImage prepareImage(Image image, const ImageRecipe& recipe);

}  // namespace rigkiln::image_format
