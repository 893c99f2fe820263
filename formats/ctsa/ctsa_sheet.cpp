#include "formats/ctsa/ctsa_sheet.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

namespace rigkiln::ctsa {
namespace {

/// Values of one direction that must be whole pixels.
using Edges = std::array<double, 2>;

/// False for values that are not finite.
bool areWhole(const Edges& edges, std::uint32_t size) {
    return std::ranges::all_of(edges, [&](double edge) {
        const double pixels = edge * size;
        return std::abs(pixels - std::round(pixels)) <= kPixelTolerance;
    });
}

struct SideSearch {
    std::size_t possible = 0;
    std::uint32_t size = 0;  ///< the only possible size, or the image's
};

SideSearch searchSide(const Edges& edges, std::uint32_t imageSide) {
    SideSearch search;
    for (std::uint32_t size = imageSide / 2 + 1; size <= imageSide; ++size) {
        if (!areWhole(edges, size)) continue;
        ++search.possible;
        search.size = size;
    }
    if (search.possible != 1) search.size = imageSide;
    return search;
}

bool mayBePadded(PixelSize image) {
    return std::has_single_bit(image.width) && std::has_single_bit(image.height) &&
           std::max(image.width, image.height) <= kLargestSearchedImage;
}

/// Places the sheet in the middle of the image, on whole pixels. Odd padding puts the extra pixel to the
/// right and below. Precondition: the sheet is not larger than the image.
SheetPlace placeOf(PixelSize sheet, PixelSize image) {
    const std::uint32_t left = (image.width - sheet.width) / 2;
    const std::uint32_t top = (image.height - sheet.height) / 2;
    const std::uint32_t bottom = image.height - sheet.height - top;
    return {.scaleU = static_cast<double>(sheet.width) / image.width,
            .offsetU = static_cast<double>(left) / image.width,
            .scaleV = static_cast<double>(sheet.height) / image.height,
            .offsetV = static_cast<double>(bottom) / image.height};
}

}  // namespace

Sheet findSheet(const CtsaFile& file, PixelSize image, std::optional<PixelSize> given) {
    if (given) return {.source = SheetSource::Given, .size = *given, .place = placeOf(*given, image)};
    const Edges edgesU = {static_cast<double>(file.leftU), static_cast<double>(file.frameWidth)};
    const Edges edgesV = {static_cast<double>(file.bottomV), static_cast<double>(file.topV)};
    if (!mayBePadded(image) || (areWhole(edgesU, image.width) && areWhole(edgesV, image.height)))
        return {.source = SheetSource::AsItIs, .size = image};

    // Padding applies to both sides together, so a side that needs none is searched as well.
    const SideSearch width = searchSide(edgesU, image.width);
    const SideSearch height = searchSide(edgesV, image.height);
    const bool isFound = width.possible == 1 && height.possible == 1;
    const PixelSize size{.width = width.size, .height = height.size};
    return {.source = isFound ? SheetSource::Found : SheetSource::Ambiguous,
            .size = size,
            .place = placeOf(size, image),
            .possibleWidths = width.possible,
            .possibleHeights = height.possible};
}

}  // namespace rigkiln::ctsa
