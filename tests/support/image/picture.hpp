#pragma once

#include <cstdint>
#include <random>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::image_format {

/// What pictures of games are like, as far as it matters to whom compresses them.
enum class PictureKind : std::uint8_t { Smooth, Noise, Flat };

/// A picture made of its seed. Without alpha every pixel is opaque.
[[nodiscard]] Image makePicture(std::uint32_t width, std::uint32_t height, PictureKind kind, bool hasAlpha,
                                std::uint32_t seed = 1);

}  // namespace rigkiln::image_format
