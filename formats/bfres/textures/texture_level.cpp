#include "formats/bfres/textures/texture_level.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "pipeline/base/error_codes.hpp"

namespace rigkiln::bfres {

namespace {

Error wrongLevel(std::string problem) {
    return kDamaged.error(std::move(problem));
}

std::uint32_t roundedUp(std::uint32_t size, std::uint32_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

/// Elements along a side of a level below the base, as stored in memory.
std::uint32_t elementsInMemory(std::uint32_t side, std::uint32_t level, std::uint32_t elementSide) {
    const std::uint32_t pixels = std::max(1U, roundedUp(side, elementSide) >> level);
    return std::max(1U, std::bit_ceil(pixels) / elementSide);
}

TileMode withoutBankSwaps(TileMode mode) {
    switch (mode) {
        case TileMode::Thin2B:
            return TileMode::Thin2D;
        case TileMode::Thin2B2:
            return TileMode::Thin2D2;
        case TileMode::Thin2B4:
            return TileMode::Thin2D4;
        case TileMode::Thin3B:
            return TileMode::Thin3D;
        default:
            return mode;
    }
}

/// Tile mode of a level below the base. Precondition: the base is not thick.
TileMode modeBelow(TileMode base, std::size_t elementBytes, std::uint32_t width, std::uint32_t height) {
    const TileMode mode = withoutBankSwaps(base);
    if (!isMacroTiled(mode)) return mode;
    const TileAlignment alignment = tileAlignment(mode, elementBytes, width);
    return width < alignment.pitch || height < alignment.height ? TileMode::Thin1D : mode;
}

TiledSurface surfaceBelow(const Texture& texture, const TextureFormat& format, std::uint32_t level) {
    const std::uint32_t width = elementsInMemory(texture.width, level, format.side());
    const std::uint32_t height = elementsInMemory(texture.height, level, format.side());
    TiledSurface surface;
    surface.elementBytes = format.layout.elementBytes;
    surface.mode = modeBelow(static_cast<TileMode>(texture.tileMode), surface.elementBytes, width, height);
    surface.pitch = roundedUp(width, tileAlignment(surface.mode, surface.elementBytes, width).pitch);
    return surface;
}

}  // namespace

Result<TextureLevel> textureLevel(const Texture& texture, std::uint32_t level) {
    const auto format = readTextureFormat(texture.format);
    if (!format)
        return wrongLevel(
            fmt::format("format: {}, BC1 to BC5 and unorm, snorm, sRGB of 1 to 16 bits are decoded",
                        textureFormatText(texture.format)));
    if (texture.antialiasing != 0)
        return wrongLevel(
            fmt::format("antialiasing: {}, 0 is decoded: one sample a pixel", texture.antialiasing));
    const auto mode = static_cast<TileMode>(texture.tileMode);
    if (level > 0 && level >= texture.levelCount)
        return wrongLevel(fmt::format("levelCount: {}, there is no level {}", texture.levelCount, level));
    if (level > 0 && isThick(mode))
        return wrongLevel(
            fmt::format("tileMode: {}, levels below the base are not decoded", tileModeName(mode)));
    TextureLevel found;
    found.format = *format;
    found.width = std::max(1U, texture.width >> level);
    found.height = std::max(1U, texture.height >> level);
    if (level == 0) {
        found.surface.mode = mode;
        found.surface.elementBytes = format->layout.elementBytes;
        found.surface.pitch = texture.pitch;
        found.surface.swizzle = texture.swizzle;
    } else {
        found.surface = surfaceBelow(texture, *format, level);
        found.surface.swizzle = texture.swizzle;
        found.offset = level == 1 ? 0 : texture.levelOffsets.at(level - 1);
    }
    found.surface.width = (found.width + format->side() - 1) / format->side();
    found.surface.height = (found.height + format->side() - 1) / format->side();
    if (const auto problem = found.surface.problem()) return wrongLevel("surface: " + *problem);
    return found;
}

}  // namespace rigkiln::bfres
