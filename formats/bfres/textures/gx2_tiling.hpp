#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Memory layout of pictures in the Wii U's graphics chip (README, section Textures). An element is a pixel,
/// or a block of 4 x 4 pixels in compressed pictures.
namespace rigkiln::bfres {

/// Numbers as stored in files.
enum class TileMode : std::uint32_t {
    LinearGeneral = 0,
    LinearAligned = 1,
    Thin1D = 2,   ///< tiles of 8 x 8 elements, row by row
    Thick1D = 3,  ///< tiles of 8 x 8 x 4
    Thin2D = 4,   ///< tiles in macro tiles, which spread over two pipes and four banks
    Thin2D2 = 5,  ///< macro tiles of half the width and twice the height
    Thin2D4 = 6,  ///< macro tiles of a quarter of the width and four times the height
    Thick2D = 7,
    Thin2B = 8,  ///< like 2D, and banks are swapped along a row
    Thin2B2 = 9,
    Thin2B4 = 10,
    Thick2B = 11,
    Thin3D = 12,  ///< like 2D, and each slice begins at another bank
    Thick3D = 13,
    Thin3B = 14,
    Thick3B = 15,
    LinearSpecial = 16
};

/// Name such as "2D_TILED_THIN1"; empty for unknown numbers.
[[nodiscard]] std::string_view tileModeName(TileMode mode);

/// Whether tiles are more than one element deep.
[[nodiscard]] bool isThick(TileMode mode);
[[nodiscard]] bool isLinear(TileMode mode);
/// Whether tiles are grouped in macro tiles.
[[nodiscard]] bool isMacroTiled(TileMode mode);

/// Alignment of widths and heights in memory, in elements.
struct TileAlignment {
    std::uint32_t pitch = 1;
    std::uint32_t height = 1;

    bool operator==(const TileAlignment&) const = default;
};
/// `elementBytes` is 1, 2, 4, 8 or 16. `width` is the number of visible elements in a row; only modes that
/// swap banks use it.
[[nodiscard]] TileAlignment tileAlignment(TileMode mode, std::size_t elementBytes, std::uint32_t width);

/// First slice of a picture in memory.
struct TiledSurface {
    TileMode mode = TileMode::Thin2D;
    std::size_t elementBytes = 1;
    std::uint32_t width = 0;  ///< visible elements
    std::uint32_t height = 0;
    std::uint32_t pitch = 0;    ///< elements from one row to the next
    std::uint32_t swizzle = 0;  ///< as stored: bit 8 changes the pipe, bits 9 and 10 the bank

    /// Returns an error text to put behind a field's name: unknown mode, impossible element size, or a pitch
    /// smaller than a row or not aligned. Precondition of everything below: there is no problem.
    [[nodiscard]] std::optional<std::string> problem() const;
    /// Bytes of the slice, with its padding.
    [[nodiscard]] std::uint64_t sizeBytes() const;
    /// Bytes of the visible elements, in rows.
    [[nodiscard]] std::uint64_t linearBytes() const { return std::uint64_t{width} * height * elementBytes; }
};

/// Offset of an element. Precondition: it is visible.
[[nodiscard]] std::uint64_t elementOffset(const TiledSurface& surface, std::uint32_t x, std::uint32_t y);

/// Returns the visible elements in rows without padding. Precondition: `tiled` has at least sizeBytes()
/// bytes.
[[nodiscard]] std::vector<std::byte> untile(const TiledSurface& surface, std::span<const std::byte> tiled);

/// Inverse of untile(); padding is 0. Precondition: `linear` has linearBytes() bytes.
[[nodiscard]] std::vector<std::byte> tile(const TiledSurface& surface, std::span<const std::byte> linear);

}  // namespace rigkiln::bfres
