#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "formats/ctsa/ctsa_file.hpp"

/// Where the frames lie on their sheet: one horizontal row, left to right, all of one size (README, section
/// Sheet).
namespace rigkiln::ctsa {

/// How far from a whole number of pixels the product of a stored float and a size may lie and be meant as
/// that number.
inline constexpr double kPixelTolerance = 1e-3;

/// In the file's U and V: from 0 to 1, V upwards from the bottom of the sheet.
struct FrameRect {
    float leftU = 0;
    float rightU = 0;
    float bottomV = 0;
    float topV = 0;

    bool operator==(const FrameRect&) const = default;
};

/// From the file's U and V to those of an image that shows more than the sheet (ctsa_sheet.hpp). V still
/// grows upwards.
struct SheetPlace {
    double scaleU = 1;
    double offsetU = 0;
    double scaleV = 1;
    double offsetV = 0;

    bool operator==(const SheetPlace&) const = default;
};

/// Computed in double and rounded once, so that frames meet exactly: the right edge of one is the left edge
/// of the next. Precondition: frame < frames.size().
[[nodiscard]] FrameRect frameRect(const CtsaFile& file, std::size_t frame, const SheetPlace& place = {});

/// Pixels.
struct PixelSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    bool operator==(const PixelSize&) const = default;
};

/// Whole pixels of each frame on a sheet of this size; what is short of the next pixel by less than the
/// tolerance counts as that. Nothing when the file gives no pixel in a direction, or numbers beyond reason.
[[nodiscard]] std::optional<PixelSize> framePixels(const CtsaFile& file, PixelSize sheet);

}  // namespace rigkiln::ctsa
