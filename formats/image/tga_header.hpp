#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::image_format {

inline constexpr std::size_t kTgaWidthOffset = 12;

enum class TgaKind { Mapped, TrueColour, Grey };

/// The first 18 octets, field by field.
struct TgaHeader {
    std::uint8_t idLength = 0;
    std::uint8_t colourMapType = 0;
    std::uint8_t imageType = 0;
    std::uint16_t firstEntry = 0;
    std::uint16_t entryCount = 0;
    std::uint8_t entryBits = 0;
    std::uint16_t originX = 0;
    std::uint16_t originY = 0;
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::uint8_t pixelBits = 0;
    std::uint8_t descriptor = 0;

    // What the fields say. Precondition: the header is one that decodeTgaHeader returned.

    [[nodiscard]] TgaKind kind() const;
    [[nodiscard]] bool isPacked() const { return (imageType & 8U) != 0; }
    [[nodiscard]] bool hasColourMap() const { return colourMapType == 1; }
    [[nodiscard]] bool isRightToLeft() const { return (descriptor & 0x10U) != 0; }
    [[nodiscard]] bool isTopToBottom() const { return (descriptor & 0x20U) != 0; }
    /// How many bits of a pixel are alpha, as far as the file says so.
    [[nodiscard]] unsigned alphaBits() const { return descriptor & 0x0FU; }
    [[nodiscard]] std::size_t pixelBytes() const { return (pixelBits + 7U) / 8U; }
    [[nodiscard]] std::size_t entryBytes() const { return (entryBits + 7U) / 8U; }
    /// The bits that one colour has where it is stored: in a pixel, or in the colour map.
    [[nodiscard]] unsigned colourBits() const { return kind() == TgaKind::Mapped ? entryBits : pixelBits; }
};

/// Reads the header and fails where it is none that the reader knows: as the format has no magic, this is
/// what it is recognised by. The size is not judged.
[[nodiscard]] TgaHeader decodeTgaHeader(ByteReader& reader);

/// Whether the file ends as version 2 of the format says.
[[nodiscard]] bool hasTgaFooter(std::span<const std::byte> file);

/// What version 2 says about alpha in its extension area; other values than these are reserved.
enum class TgaAttributes : std::uint8_t {
    None = 0,
    Undefined = 1,
    UndefinedKept = 2,
    Alpha = 3,
    Multiplied = 4
};

/// Nothing when there is no footer, when it names no extension area, or one that is not wholly in the file:
/// the image does not need it.
[[nodiscard]] std::optional<TgaAttributes> tgaAttributes(std::span<const std::byte> file);

}  // namespace rigkiln::image_format
