#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/image/bc_blocks.hpp"

/// Format number of a texture: bits 0 to 5 are the layout of an element, bits 8 to 11 the number type
/// (README, section Textures).
namespace rigkiln::bfres {

enum class NumberType : std::uint8_t { Unorm = 0, Uint = 1, Snorm = 2, Sint = 3, Srgb = 4, Float = 8 };

struct TextureLayout {
    std::uint32_t number = 0;  ///< bits 0 to 5 of the format
    std::string_view name{};   ///< "R5_G6_B5"
    std::size_t elementBytes = 0;
    std::optional<images::BlockCoding> blocks{};  ///< set if an element is a block of 4 x 4 pixels
    /// Bits of red, green, blue and alpha, from the lowest bit of a little-endian number up. Unused for
    /// blocks.
    std::array<std::uint8_t, 4> bits{};

    bool operator==(const TextureLayout&) const = default;
};

struct TextureFormat {
    TextureLayout layout{};
    NumberType type = NumberType::Unorm;

    /// Side of an element in pixels.
    [[nodiscard]] std::uint32_t side() const { return layout.blocks ? 4 : 1; }
    /// Name such as "BC5 snorm".
    [[nodiscard]] std::string name() const;

    bool operator==(const TextureFormat&) const = default;
};

/// Returns nothing for unknown numbers, and for integers and floats, which an image of eight bits cannot
/// hold.
[[nodiscard]] std::optional<TextureFormat> readTextureFormat(std::uint32_t format);

/// Text for formats that cannot be decoded, with the name where it is known: "0x816 (R11_G11_B10 float)".
[[nodiscard]] std::string textureFormatText(std::uint32_t format);

/// Whether the chip decodes the texture as sRGB. glTF always does so for colours and never for others; where
/// this differs, the result looks different from the game.
[[nodiscard]] bool isSrgb(std::uint32_t format);

}  // namespace rigkiln::bfres
