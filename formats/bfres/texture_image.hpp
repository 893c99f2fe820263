#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/bfres/texture.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::bfres {

/// The pixels of one level of a texture: of arrays, cubes and volumes its first slice. `data` is the
/// texture's `image` for level 0 and its `mips` for others. Numbers from -1 to 1 become 0 to 255, so that 0
/// is 127.5.
///
/// Colours and alpha are what the texture's channels say. Of a BC5 whose red and green are sampled as such,
/// and nothing but a constant as blue, the blue is rebuilt: it is a normal map. Bytes of sRGB stay as they
/// are: see isSrgb. An alpha that is constantly zero makes a picture that cannot be seen; who knows that the
/// alpha means nothing drops it with the recipe.
///
/// An error for what textureLevel() refuses, and for too few bytes.
[[nodiscard]] Result<Image> decodeTexture(const Texture& texture, std::span<const std::byte> data,
                                          std::uint32_t level = 0);

}  // namespace rigkiln::bfres
