#include "formats/image/palette.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formats/image/image_issues.hpp"

namespace rigkiln::images {

Palette::Palette(std::vector<Colour> colours, std::size_t firstIndex)
    : colours_(std::move(colours)), firstIndex_(firstIndex) {}

void Palette::noteOutside(std::size_t index) {
    ++outsideCount_;
    highestOutside_ = std::max(highestOutside_, index);
}

void Palette::report(Diagnostics& diagnostics) const {
    if (outsideCount_ == 0) return;
    diagnostics.add(
        kPaletteIndex, "pixels",
        fmt::format("{} pixels, the highest number is {}, the colours are {} to {}", outsideCount_,
                    highestOutside_, firstIndex_, firstIndex_ + colours_.size() - 1));
}

}  // namespace rigkiln::images
