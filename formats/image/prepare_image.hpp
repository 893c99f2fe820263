#pragma once

#include <cstdint>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Revision of `prepareImage` and of `encodePng`, see ImageFormats::revision. Images kept with another
/// revision are converted again.
inline constexpr std::uint32_t kPreparedImageRevision = 1;

/// Applies the recipe in this order: colour key, alpha, green, size. Ignores its encoding.
[[nodiscard]] PreparedImage prepareImage(Image image, const ImageRecipe& recipe);

}  // namespace rigkiln::images
