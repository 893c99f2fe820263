#include "formats/image/resize_image.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <new>

#define STB_IMAGE_RESIZE_STATIC
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb/stb_image_resize.h>

namespace rigkiln::images {
namespace {

constexpr std::size_t kResizedChannels = 4;
constexpr int kAlphaChannel = 3;
/// Makes stb_image_resize treat colours as premultiplied, so that it does not weight them by alpha.
constexpr int kWithoutWeights = STBIR_FLAG_ALPHA_PREMULTIPLIED;

/// Scales vectors to length 1; 0 to 255 stand for -1 to 1. Vectors close to 0 stay unchanged.
void makeUnit(Image& image) {
    constexpr float kHalf = 127.5F;
    for (std::size_t i = 0; i < image.pixels.size(); i += kResizedChannels) {
        std::array<float, 3> vector{};
        float square = 0;
        for (std::size_t axis = 0; axis < vector.size(); ++axis) {
            vector.at(axis) = static_cast<float>(image.pixels[i + axis]) / kHalf - 1.0F;
            square += vector.at(axis) * vector.at(axis);
        }
        constexpr float kNoDirection = 1e-4F;
        if (square < kNoDirection) continue;
        const float factor = 1.0F / std::sqrt(square);
        for (std::size_t axis = 0; axis < vector.size(); ++axis) {
            const float stored = (vector.at(axis) * factor + 1.0F) * kHalf;
            image.pixels[i + axis] = static_cast<std::uint8_t>(std::clamp<long>(std::lround(stored), 0, 255));
        }
    }
}

}  // namespace

ImageSize sizeWithin(ImageSize size, std::uint32_t maximumSide) {
    const std::uint32_t longer = std::max(size.width, size.height);
    if (maximumSide == 0 || longer <= maximumSide) return size;
    const auto scaled = [&](std::uint32_t side) {
        const std::uint64_t rounded = (std::uint64_t{side} * maximumSide + longer / 2) / longer;
        return static_cast<std::uint32_t>(std::max<std::uint64_t>(rounded, 1));
    };
    return {scaled(size.width), scaled(size.height)};
}

ImageSize sizeFor(ImageSize size, const ImageRecipe& recipe) {
    size = sizeWithin(size, recipe.maximumSide);
    if (!recipe.powersOfTwo) return size;
    const auto nearest = [&](std::uint32_t side) {
        const std::uint64_t lower = std::bit_floor(side);
        // Above the geometric mean of both, the upper one is nearer in proportion.
        const bool isUpper = std::uint64_t{side} * side > 2 * lower * lower;
        const std::uint64_t upper = isUpper ? 2 * lower : lower;
        const bool fits = recipe.maximumSide == 0 || upper <= recipe.maximumSide;
        return static_cast<std::uint32_t>(fits ? upper : lower);
    };
    return {nearest(size.width), nearest(size.height)};
}

Image resized(const Image& image, ImageSize size, ImageContent content, ImageAlpha alpha) {
    Image made{.width = size.width, .height = size.height};
    made.pixels.resize(kResizedChannels * size.width * size.height);
    const bool isNormal = content == ImageContent::Normal;
    const bool isOpacity = !isNormal && alpha == ImageAlpha::Opacity;
    const int isDone = stbir_resize_uint8_generic(
        image.pixels.data(), static_cast<int>(image.width), static_cast<int>(image.height), 0,
        made.pixels.data(), static_cast<int>(size.width), static_cast<int>(size.height), 0,
        static_cast<int>(kResizedChannels), kAlphaChannel, isOpacity ? 0 : kWithoutWeights, STBIR_EDGE_WRAP,
        STBIR_FILTER_DEFAULT, isNormal ? STBIR_COLORSPACE_LINEAR : STBIR_COLORSPACE_SRGB, nullptr);
    // Fails only for want of memory.
    if (isDone == 0) throw std::bad_alloc();
    if (isNormal) makeUnit(made);
    return made;
}

}  // namespace rigkiln::images
