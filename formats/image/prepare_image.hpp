#pragma once

#include <cstdint>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// Of `prepareImage` and of the bytes `encodePng` makes, see ImageFormats::revision: images of another one
/// that a state has kept are converted anew.
inline constexpr std::uint32_t kPreparedImageRevision = 1;

/// Does what the recipe says, in this order: colour key, alpha, green, size. How it is encoded is another
/// matter.
[[nodiscard]] PreparedImage prepareImage(Image image, const ImageRecipe& recipe);

}  // namespace rigkiln::image_format
