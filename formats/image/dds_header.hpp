#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "formats/image/bc_blocks.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

/// Channel masks of one pixel; 0 where a channel is missing.
struct DdsMasks {
    std::uint32_t bitsPerPixel = 0;
    std::array<std::uint32_t, 4> channels{};  ///< red, green, blue, alpha
    bool isGrey = false;                      ///< the red channel holds all three colours

    bool operator==(const DdsMasks&) const = default;
};

/// Header fields that decoding the first picture needs.
struct DdsHeader {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::optional<BlockCoding> blocks{};  ///< without: `masks`, or a palette
    bool hasPalette = false;
    bool hasPaletteAlpha = false;
    DdsMasks masks{};
    bool isPremultiplied = false;  ///< DXT2, DXT4, or declared by the DX10 header
    bool hasRedInAlpha = false;    ///< RXGB: DXT5 that stores red in alpha
    std::string otherPictures{};  ///< content besides the first picture, for the issue: "the faces of a cube"
};

/// Reads up to the first byte of the first picture. Throws FormatError for files that are not DDS, for
/// unsupported sizes, and for unsupported codings (with their names where known).
[[nodiscard]] DdsHeader readDdsHeader(ByteReader& reader);

}  // namespace rigkiln::images
