#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

inline constexpr std::size_t kTgaWidthOffset = 12;

enum class TgaKind { Mapped, TrueColour, Grey };

/// First 18 bytes of the file, field by field.
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

    // Derived values. Precondition: the header was returned by decodeTgaHeader.

    [[nodiscard]] TgaKind kind() const;
    [[nodiscard]] bool isPacked() const { return (imageType & 8U) != 0; }
    [[nodiscard]] bool hasColourMap() const { return colourMapType == 1; }
    [[nodiscard]] bool isRightToLeft() const { return (descriptor & 0x10U) != 0; }
    [[nodiscard]] bool isTopToBottom() const { return (descriptor & 0x20U) != 0; }
    /// Number of alpha bits that the header declares.
    [[nodiscard]] unsigned alphaBits() const { return descriptor & 0x0FU; }
    [[nodiscard]] std::size_t pixelBytes() const { return (pixelBits + 7U) / 8U; }
    [[nodiscard]] std::size_t entryBytes() const { return (entryBits + 7U) / 8U; }
    /// Bits of one stored colour: of a pixel, or of an entry of the colour map.
    [[nodiscard]] unsigned colourBits() const { return kind() == TgaKind::Mapped ? entryBits : pixelBits; }
};

/// Reads the header and fails for unknown or contradictory fields. The format has no magic, so these checks
/// also serve to recognise it. Does not check the image size.
[[nodiscard]] TgaHeader decodeTgaHeader(ByteReader& reader);

/// Whether the file ends with the footer of version 2.
[[nodiscard]] bool hasTgaFooter(std::span<const std::byte> file);

/// Meaning of alpha according to the extension area of version 2; other values are reserved.
enum class TgaAttributes : std::uint8_t {
    None = 0,
    Undefined = 1,
    UndefinedKept = 2,
    Alpha = 3,
    Multiplied = 4
};

/// Reads the field of the extension area. Returns nothing when there is no footer, no extension area, or one
/// that is not wholly inside the file: the image can be decoded without it.
[[nodiscard]] std::optional<TgaAttributes> tgaAttributes(std::span<const std::byte> file);

}  // namespace rigkiln::images
