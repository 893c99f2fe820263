#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "formats/ctsa/ctsa_file.hpp"

/// Frames on their sheet: one horizontal row, left to right, all of one size (README, section Sheet).
namespace rigkiln::ctsa {

/// Tolerance in pixels within which stored float * sheet size counts as a whole number.
inline constexpr double kPixelTolerance = 1e-3;

/// Rectangle in U and V, 0 to 1. V grows upwards from the bottom of the sheet, as in the file.
struct FrameRect {
    float leftU = 0;
    float rightU = 0;
    float bottomV = 0;
    float topV = 0;

    bool operator==(const FrameRect&) const = default;
};

/// Maps U and V of the sheet to those of an image that is larger than the sheet (ctsa_sheet.hpp). V still
/// grows upwards.
struct SheetPlace {
    double scaleU = 1;
    double offsetU = 0;
    double scaleV = 1;
    double offsetV = 0;

    bool operator==(const SheetPlace&) const = default;
};

/// Computed in double and rounded once: the right edge of a frame is exactly the left edge of the next.
/// Precondition: frame < frames.size().
[[nodiscard]] FrameRect frameRect(const CtsaFile& file, std::size_t frame, const SheetPlace& place = {});

/// Size in pixels.
struct PixelSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    bool operator==(const PixelSize&) const = default;
};

/// Size of each frame on a sheet of this size, in whole pixels. Rounds down, but up when less than the
/// tolerance is missing. Returns nothing when a side is less than one pixel or unreasonably large.
[[nodiscard]] std::optional<PixelSize> framePixels(const CtsaFile& file, PixelSize sheet);

}  // namespace rigkiln::ctsa
