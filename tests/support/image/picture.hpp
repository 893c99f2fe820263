#pragma once

#include <cstdint>
#include <random>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Kinds of game textures that compress differently.
enum class PictureKind : std::uint8_t { Smooth, Noise, Flat };

/// Makes a picture from the seed. Without alpha, every pixel is opaque.
[[nodiscard]] Image makePicture(std::uint32_t width, std::uint32_t height, PictureKind kind, bool hasAlpha,
                                std::uint32_t seed = 1);

}  // namespace rigkiln::images
