#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/bfres/textures/texture.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::bfres {

/// Decodes one level of a texture; of arrays, cubes and volumes the first slice. `data` is the texture's
/// `image` for level 0 and its `mips` for others. Signed values from -1 to 1 become 0 to 255, so 0 is 127.5.
///
/// Applies the texture's channel selection. In a BC5 that selects its red and green as such and a constant as
/// blue, blue is rebuilt: it is a normal map. sRGB values stay as stored, see isSrgb. A constant alpha of
/// zero makes the whole image transparent; callers for which alpha means nothing drop it with the recipe.
///
/// Fails for everything that textureLevel() refuses, and for too few bytes.
[[nodiscard]] Result<Image> decodeTexture(const Texture& texture, std::span<const std::byte> data,
                                          std::uint32_t level = 0);

}  // namespace rigkiln::bfres
