#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/bfres/textures/gx2_tiling.hpp"
#include "formats/bfres/textures/texture.hpp"
#include "formats/bfres/textures/texture_format.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln::bfres {

/// One level of a texture: its first slice or face.
struct TextureLevel {
    TextureFormat format{};
    std::uint32_t width = 1;  ///< pixels
    std::uint32_t height = 1;
    TiledSurface surface{};
    std::uint64_t offset = 0;  ///< in the texture's `image` for level 0, in its `mips` for others
};

/// Finds the position and memory layout of a level. In memory, levels below the base are rounded up to powers
/// of two, and levels smaller than a macro tile are stored without macro tiles. Fails for unsupported
/// formats, tile modes and multisampling, and for missing levels.
[[nodiscard]] Result<TextureLevel> textureLevel(const Texture& texture, std::uint32_t level = 0);

}  // namespace rigkiln::bfres
