#include "formats/ctsa/ctsa_row.hpp"

#include <cmath>

namespace rigkiln::ctsa {
namespace {

/// Far above any image size, far below overflow.
constexpr double kMostPixels = 1e9;

/// Returns 0 when the extent is not a usable number of pixels.
std::uint32_t wholePixels(double extent, std::uint32_t sheet) {
    const double pixels = std::floor(extent * sheet + kPixelTolerance);
    return pixels >= 1 && pixels <= kMostPixels ? static_cast<std::uint32_t>(pixels) : 0;
}

}  // namespace

FrameRect frameRect(const CtsaFile& file, std::size_t frame, const SheetPlace& place) {
    const auto edgeU = [&](std::size_t index) {
        const double offset = static_cast<double>(index) * static_cast<double>(file.frameWidth);
        return static_cast<float>((static_cast<double>(file.leftU) + offset) * place.scaleU + place.offsetU);
    };
    const auto edgeV = [&](float v) {
        return static_cast<float>(static_cast<double>(v) * place.scaleV + place.offsetV);
    };
    return {.leftU = edgeU(frame),
            .rightU = edgeU(frame + 1),
            .bottomV = edgeV(file.bottomV),
            .topV = edgeV(file.topV)};
}

std::optional<PixelSize> framePixels(const CtsaFile& file, PixelSize sheet) {
    const double height = static_cast<double>(file.topV) - static_cast<double>(file.bottomV);
    const PixelSize pixels{.width = wholePixels(static_cast<double>(file.frameWidth), sheet.width),
                           .height = wholePixels(height, sheet.height)};
    if (pixels.width == 0 || pixels.height == 0) return std::nullopt;
    return pixels;
}

}  // namespace rigkiln::ctsa
