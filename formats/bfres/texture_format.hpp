#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/image/bc_blocks.hpp"

/// What the format number of a texture says: bits 0 to 5 how an element is put together, 8 to 11 what its
/// numbers mean (README, section Textures).
namespace rigkiln::bfres {

enum class NumberType : std::uint8_t { Unorm = 0, Uint = 1, Snorm = 2, Sint = 3, Srgb = 4, Float = 8 };

struct TextureLayout {
    std::uint32_t number = 0;  ///< bits 0 to 5 of the format
    std::string_view name{};   ///< "R5_G6_B5"
    std::size_t elementBytes = 0;
    std::optional<image_format::BlockCoding> blocks{};  ///< an element is a block of 4 x 4 pixels
    /// Bits of red, green, blue and alpha, from the lowest of a little-endian number on. Not of blocks.
    std::array<std::uint8_t, 4> bits{};

    bool operator==(const TextureLayout&) const = default;
};

struct TextureFormat {
    TextureLayout layout{};
    NumberType type = NumberType::Unorm;

    /// Pixels along a side of an element.
    [[nodiscard]] std::uint32_t side() const { return layout.blocks ? 4 : 1; }
    /// "BC5 snorm"
    [[nodiscard]] std::string name() const;

    bool operator==(const TextureFormat&) const = default;
};

/// Nothing for a number that is not known, or whose numbers a picture of eight bits cannot hold: integers and
/// floats.
[[nodiscard]] std::optional<TextureFormat> readTextureFormat(std::uint32_t format);

/// What cannot be decoded, with its name where that is known: "0x816 (R11_G11_B10 float)".
[[nodiscard]] std::string textureFormatText(std::uint32_t format);

/// Whether the chip takes what is stored as sRGB. glTF has a picture of colours always so, and others never:
/// where the two differ, what is seen differs from the game.
[[nodiscard]] bool isSrgb(std::uint32_t format);

}  // namespace rigkiln::bfres
