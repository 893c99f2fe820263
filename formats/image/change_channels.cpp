#include "formats/image/change_channels.hpp"

#include <cstddef>
#include <cstdint>

namespace rigkiln::images {
namespace {

constexpr std::size_t kPixelOctets = 4;
constexpr std::size_t kGreen = 1;
constexpr std::size_t kAlphaOctet = 3;
constexpr std::uint8_t kFull = 255;

/// Computes `value * (1 - alpha) + value * tint * alpha`, where 255 stands for 1.
std::uint8_t tinted(std::uint32_t value, std::uint32_t tint, std::uint32_t alpha) {
    constexpr std::uint32_t kFullSquare = std::uint32_t{kFull} * kFull;
    const std::uint32_t factor = kFull * (kFull - alpha) + tint * alpha;  // in units of 1 / kFullSquare
    return static_cast<std::uint8_t>((value * factor + kFullSquare / 2) / kFullSquare);
}

}  // namespace

AlphaKind alphaKindOf(const Image& image) {
    AlphaKind kind = AlphaKind::None;
    for (std::size_t i = kAlphaOctet; i < image.pixels.size(); i += kPixelOctets) {
        if (image.pixels[i] == kFull) continue;
        if (image.pixels[i] != 0) return AlphaKind::Smooth;
        kind = AlphaKind::Binary;
    }
    return kind;
}

bool dropAlpha(Image& image) {
    bool isChanged = false;
    for (std::size_t i = kAlphaOctet; i < image.pixels.size(); i += kPixelOctets) {
        isChanged = isChanged || image.pixels[i] != kFull;
        image.pixels[i] = kFull;
    }
    return isChanged;
}

bool tintByAlpha(Image& image, Rgb tint) {
    bool isChanged = false;
    const auto change = [&](std::uint8_t& value, std::uint8_t made) {
        isChanged = isChanged || value != made;
        value = made;
    };
    for (std::size_t i = 0; i < image.pixels.size(); i += kPixelOctets) {
        std::uint8_t* pixel = &image.pixels[i];
        const std::uint8_t alpha = pixel[kAlphaOctet];
        change(pixel[0], tinted(pixel[0], tint.red, alpha));
        change(pixel[1], tinted(pixel[1], tint.green, alpha));
        change(pixel[2], tinted(pixel[2], tint.blue, alpha));
        change(pixel[kAlphaOctet], kFull);
    }
    return isChanged;
}

void flipGreen(Image& image) {
    for (std::size_t i = kGreen; i < image.pixels.size(); i += kPixelOctets)
        image.pixels[i] = static_cast<std::uint8_t>(kFull - image.pixels[i]);
}

}  // namespace rigkiln::images
