#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

#include "formats/image/image_facts.hpp"
#include "formats/image/prepare_image.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "tests/fuzz/input_cost.hpp"

namespace rigkiln {

/// Formats whose few bytes may be a large image: it takes what its header says, up to the largest side
/// squared, before its data are looked at. Runs ask their memory budget first.
inline constexpr FuzzCost kCostOfPackedImages{.floorBytes = std::size_t{2} << 30U, .floorSeconds = 10};

inline bool keepsLaws(const Image& image) {
    const auto isSide = [](std::uint32_t side) { return side >= 1 && side <= kMaximumImageSide; };
    return isSide(image.width) && isSide(image.height) &&
           image.pixels.size() == std::size_t{4} * image.width * image.height;
}

/// A recipe that depends on every byte, so that small changes of a file try others.
inline ImageRecipe someRecipe(std::span<const std::byte> bytes) {
    std::uint32_t number = 2'166'136'261U;  // FNV-1a
    for (const std::byte byte : bytes)
        number = (number ^ std::to_integer<std::uint32_t>(byte)) * 16'777'619U;
    const auto take = [&number](std::uint32_t choices) {
        const std::uint32_t choice = number % choices;
        number /= choices;
        return choice;
    };
    ImageRecipe recipe;
    recipe.content = static_cast<ImageContent>(take(2));
    recipe.alpha = static_cast<ImageAlpha>(take(4));
    recipe.flipGreen = take(2) == 1;
    recipe.maximumSide = take(6);
    recipe.powersOfTwo = take(2) == 1;
    if (take(2) == 1) recipe.colorKey = Rgb{};
    recipe.tint = {.red = static_cast<std::uint8_t>(take(256)), .green = 200, .blue = 9};
    return recipe;
}

/// Prepares an image for a material. Aborts when the result breaks what its recipe promises.
inline void fuzzRecipe(Image image, std::span<const std::byte> bytes) {
    constexpr std::size_t kMostPixels = 4'096;
    if (image.pixels.size() > 4 * kMostPixels) return;
    const ImageRecipe recipe = someRecipe(bytes);
    const PreparedImage made = images::prepareImage(std::move(image), recipe);
    const std::uint32_t side = std::max(made.image.width, made.image.height);
    if (!keepsLaws(made.image) || (recipe.maximumSide != 0 && side > recipe.maximumSide)) std::abort();
    const bool isOpaque = recipe.alpha == ImageAlpha::Dropped || recipe.alpha == ImageAlpha::Tint;
    for (std::size_t i = 3; isOpaque && !recipe.colorKey && i < made.image.pixels.size(); i += 4) {
        if (made.image.pixels[i] != 255) std::abort();
    }
}

/// Checks an image format with any bytes: nothing crashes, and an image that is read keeps the laws of Image,
/// also prepared for a material, and has the size that its header states. Aborts otherwise.
inline void fuzzImage(const ImageModule& module, std::span<const std::byte> bytes) {
    (void)module.recognise(bytes, module.extensions.front());
    (void)module.recognise(bytes, "");
    (void)images::readImageFacts(module.id, bytes);

    Diagnostics diagnostics;
    const Result<Image> image = module.read(bytes, diagnostics);
    if (!image) return;
    const Result<ImageSize> measured = module.measure(bytes);
    if (!measured || *measured != ImageSize{image->width, image->height}) std::abort();
    if (!keepsLaws(*image)) std::abort();
    fuzzRecipe(*image, bytes);
}

}  // namespace rigkiln
