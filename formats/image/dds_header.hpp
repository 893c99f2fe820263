#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "formats/image/bc_blocks.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::image_format {

/// Bits of one pixel; 0 where the channel is not there.
struct DdsMasks {
    std::uint32_t bitsPerPixel = 0;
    std::array<std::uint32_t, 4> channels{};  ///< red, green, blue, alpha
    bool isGrey = false;                      ///< red is all three colours

    bool operator==(const DdsMasks&) const = default;
};

/// The header as far as the first picture needs it.
struct DdsHeader {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::optional<BlockCoding> blocks{};  ///< nothing: `masks`, or a palette
    bool hasPalette = false;
    bool hasPaletteAlpha = false;
    DdsMasks masks{};
    bool isPremultiplied = false;  ///< DXT2 and DXT4: alpha is multiplied into the colours
    bool hasRedInAlpha = false;    ///< RXGB: DXT5 whose red is in alpha
    std::string otherPictures{};   ///< what the file holds beside the first picture: "6 faces of a cube"
};

/// Reads up to the first byte of the first picture. Throws FormatError for what is no DDS, for a size that is
/// not read and for codings that are not decoded, with their names.
[[nodiscard]] DdsHeader readDdsHeader(ByteReader& reader);

}  // namespace rigkiln::image_format
