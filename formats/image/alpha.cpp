#include "formats/image/alpha.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "formats/image/colour.hpp"
#include "formats/image/image_issues.hpp"

namespace rigkiln::images {
namespace {

constexpr std::size_t kChannels = 4;
constexpr std::size_t kAlpha = 3;
constexpr std::string_view kWhere = "pixels";

struct AlphaRange {
    std::uint8_t lowest = kOpaque;
    std::uint8_t highest = 0;
};

AlphaRange alphaRangeOf(const Image& image) {
    AlphaRange range;
    for (std::size_t i = kAlpha; i < image.pixels.size(); i += kChannels) {
        range.lowest = std::min(range.lowest, image.pixels[i]);
        range.highest = std::max(range.highest, image.pixels[i]);
    }
    return range;
}

void makeOpaque(Image& image) {
    for (std::size_t i = kAlpha; i < image.pixels.size(); i += kChannels)
        image.pixels[i] = kOpaque;
}

}  // namespace

void settleAlpha(Image& image, AlphaMeaning meaning, Diagnostics& diagnostics) {
    if (meaning == AlphaMeaning::Declared) return;
    const AlphaRange range = alphaRangeOf(image);
    const bool isAlpha = meaning == AlphaMeaning::Undeclared && range.highest > 0;
    if (isAlpha && range.lowest < kOpaque) {
        diagnostics.add(kAlphaUndeclared, std::string(kWhere),
                        fmt::format("alpha from {} to {}", range.lowest, range.highest));
    }
    if (meaning == AlphaMeaning::Meaningless && range.lowest != range.highest) {
        diagnostics.add(kAlphaIgnored, std::string(kWhere),
                        fmt::format("values from {} to {}", range.lowest, range.highest));
    }
    if (!isAlpha) makeOpaque(image);
}

}  // namespace rigkiln::images
