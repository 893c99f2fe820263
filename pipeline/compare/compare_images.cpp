#include "pipeline/compare/compare_images.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kChannels = 4;

Result<Image> decodeImage(const ImageFormats& formats, const SharedBytes& bytes) {
    for (const ImageModule* module : formats.readers) {
        if (!module->recognise(bytes, {})) continue;
        Diagnostics ignored;
        return module->read(bytes, ignored);
    }
    return kCompanionUnusable.error("is of no image format that this program reads");
}

ImageDifference unlike(std::string problem) {
    ImageDifference difference;
    difference.problem = std::move(problem);
    return difference;
}

}  // namespace

double ImageDifference::share() const {
    if (pixels == 0) return 1;
    return static_cast<double>(differing) / static_cast<double>(pixels);
}

std::optional<ImageDifference> comparePixels(const Image& left, const Image& right) {
    if (left.width != right.width || left.height != right.height) {
        return unlike(fmt::format("{} x {} pixels, {} x {} pixels", left.width, left.height, right.width,
                                  right.height));
    }
    ImageDifference difference;
    difference.pixels = left.pixels.size() / kChannels;
    for (std::size_t pixel = 0; pixel < difference.pixels; ++pixel) {
        const auto one = std::span(left.pixels).subspan(pixel * kChannels, kChannels);
        const auto other = std::span(right.pixels).subspan(pixel * kChannels, kChannels);
        std::uint32_t largest = 0;
        std::uint32_t largestColor = 0;
        for (std::size_t channel = 0; channel < kChannels; ++channel) {
            const auto apart = static_cast<std::uint32_t>(std::max(one[channel], other[channel]) -
                                                          std::min(one[channel], other[channel]));
            largest = std::max(largest, apart);
            if (channel + 1 < kChannels) largestColor = std::max(largestColor, apart);
        }
        if (largest == 0) continue;
        if (difference.differing == 0) {
            difference.first = {.width = static_cast<std::uint32_t>(pixel % left.width),
                                .height = static_cast<std::uint32_t>(pixel / left.width)};
        }
        ++difference.differing;
        difference.alphaOnly += largestColor == 0 ? 1U : 0U;
        difference.largest = std::max(difference.largest, largest);
    }
    if (difference.differing == 0) return std::nullopt;
    return difference;
}

std::optional<ImageDifference> compareImages(const ImageFormats& formats, const SharedBytes& left,
                                             const SharedBytes& right) {
    if (left == right) return std::nullopt;
    if (left.empty()) return unlike("the image of A was not found");
    if (right.empty()) return unlike("the image of B was not found");
    if (formats.readers.empty()) return unlike("the files differ");
    const Result<Image> leftImage = decodeImage(formats, left);
    if (!leftImage) return unlike("the image of A cannot be read: " + leftImage.error().text());
    const Result<Image> rightImage = decodeImage(formats, right);
    if (!rightImage) return unlike("the image of B cannot be read: " + rightImage.error().text());
    return comparePixels(*leftImage, *rightImage);
}

std::string textOf(const ImageDifference& difference) {
    if (!difference.problem.empty()) return difference.problem;
    std::string text =
        fmt::format("{} of {} pixels differ, by up to {} of 255, first at ({}, {})", difference.differing,
                    difference.pixels, difference.largest, difference.first.width, difference.first.height);
    if (difference.alphaOnly == difference.differing) text += ", in opacity alone";
    return text;
}

}  // namespace rigkiln
