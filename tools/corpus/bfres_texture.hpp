#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/bfres/textures/gx2_tiling.hpp"
#include "formats/bfres/textures/texture.hpp"

namespace rigkiln::corpus {

struct TextureSpec {
    std::string name{};
    std::uint32_t format = 0x1A;  ///< number in the file
    bfres::TileMode mode = bfres::TileMode::Thin2D;
    std::uint32_t width = 8;  ///< pixels
    std::uint32_t height = 8;
    std::uint32_t swizzle = 0;
};

/// Makes a texture of one level. `elements` are its pixels or blocks of 4 x 4 pixels, row by row; missing
/// bytes are 0.
[[nodiscard]] bfres::Texture makeTexture(const TextureSpec& spec, std::span<const std::byte> elements);

/// Makes a texture with all levels of `levels`, base first, each tiled as the console expects.
[[nodiscard]] bfres::Texture makeMippedTexture(const TextureSpec& spec,
                                               std::span<const std::vector<std::byte>> levels);

}  // namespace rigkiln::corpus
