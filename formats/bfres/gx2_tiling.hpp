#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How the graphics chip of the Wii U lays pictures out in memory (README, section Textures). An element is a
/// pixel or, of compressed pictures, a block of 4 x 4 pixels.
namespace rigkiln::bfres {

/// Numbers as files state them.
enum class TileMode : std::uint32_t {
    LinearGeneral = 0,
    LinearAligned = 1,
    Thin1D = 2,   ///< tiles of 8 x 8 elements, in rows
    Thick1D = 3,  ///< tiles of 8 x 8 x 4
    Thin2D = 4,   ///< tiles in macro tiles, which spread over the chip's two pipes and four banks
    Thin2D2 = 5,  ///< macro tiles half as wide and twice as high
    Thin2D4 = 6,  ///< a quarter as wide and four times as high
    Thick2D = 7,
    Thin2B = 8,  ///< as 2D, and banks change places along a row
    Thin2B2 = 9,
    Thin2B4 = 10,
    Thick2B = 11,
    Thin3D = 12,  ///< as 2D, and slices begin at other banks
    Thick3D = 13,
    Thin3B = 14,
    Thick3B = 15,
    LinearSpecial = 16
};

/// "2D_TILED_THIN1"; empty for a number that is no mode.
[[nodiscard]] std::string_view tileModeName(TileMode mode);

/// Whether a tile is more than one element deep.
[[nodiscard]] bool isThick(TileMode mode);
[[nodiscard]] bool isLinear(TileMode mode);
/// Whether tiles lie in macro tiles.
[[nodiscard]] bool isMacroTiled(TileMode mode);

/// What widths and heights in memory are multiples of, in elements.
struct TileAlignment {
    std::uint32_t pitch = 1;
    std::uint32_t height = 1;

    bool operator==(const TileAlignment&) const = default;
};
/// `elementBytes`: 1, 2, 4, 8 or 16. `width`: elements of a row that are shown; modes that swap banks use it.
[[nodiscard]] TileAlignment tileAlignment(TileMode mode, std::size_t elementBytes, std::uint32_t width);

/// The first slice of a picture in memory.
struct TiledSurface {
    TileMode mode = TileMode::Thin2D;
    std::size_t elementBytes = 1;
    std::uint32_t width = 0;  ///< elements that are shown
    std::uint32_t height = 0;
    std::uint32_t pitch = 0;    ///< elements from row to row
    std::uint32_t swizzle = 0;  ///< as stored: bit 8 is mixed into the pipe, 9 and 10 into the bank

    /// What is wrong, ready to follow the name of a field: an unknown mode, an element size there is not, a
    /// pitch that does not hold a row or is no multiple of its alignment. Precondition of everything below:
    /// nothing is.
    [[nodiscard]] std::optional<std::string> problem() const;
    /// Bytes that the slice takes, with its padding.
    [[nodiscard]] std::uint64_t sizeBytes() const;
    /// Bytes of the elements that are shown, in rows.
    [[nodiscard]] std::uint64_t linearBytes() const { return std::uint64_t{width} * height * elementBytes; }
};

/// Where an element lies. Precondition: it is shown.
[[nodiscard]] std::uint64_t elementOffset(const TiledSurface& surface, std::uint32_t x, std::uint32_t y);

/// The elements in rows without padding. Precondition: `tiled` has sizeBytes() at least.
[[nodiscard]] std::vector<std::byte> untile(const TiledSurface& surface, std::span<const std::byte> tiled);

/// The inverse; padding is 0. Precondition: `linear` has linearBytes().
[[nodiscard]] std::vector<std::byte> tile(const TiledSurface& surface, std::span<const std::byte> linear);

}  // namespace rigkiln::bfres
