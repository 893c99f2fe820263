#include "tests/support/image/picture.hpp"

#include <array>

namespace rigkiln::images {

Image makePicture(std::uint32_t width, std::uint32_t height, PictureKind kind, bool hasAlpha,
                  std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto noise = [&random] { return static_cast<std::uint32_t>(random()); };
    const std::uint32_t flat = noise();
    Image image{.width = width, .height = height};
    image.pixels.reserve(std::size_t{4} * width * height);
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const std::uint32_t plain = kind == PictureKind::Noise ? noise() : flat;
            const std::array<std::uint32_t, 4> slopes = {x + seed, y * 2, x + y, x * 3};
            for (unsigned channel = 0; channel < 4; ++channel) {
                const std::uint32_t value =
                    kind == PictureKind::Smooth ? slopes.at(channel) : plain >> (8 * channel);
                const bool isOpaque = channel == 3 && !hasAlpha;
                image.pixels.push_back(isOpaque ? 255 : static_cast<std::uint8_t>(value & 0xFFU));
            }
        }
    }
    return image;
}

}  // namespace rigkiln::images
