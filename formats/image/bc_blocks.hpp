#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

/// Block compression: 4 x 4 pixels in 8 bytes (Bc1, Bc4) or 16 bytes (the others).
enum class BlockCoding : std::uint8_t { Bc1, Bc2, Bc3, Bc4, Bc5 };

/// Compressed size of an image in bytes.
[[nodiscard]] std::size_t sizeInBlocks(BlockCoding coding, std::uint32_t width, std::uint32_t height);

/// Fills the pixels of an image whose size is set. Bc1 to Bc3 give colours and alpha, Bc4 gives red, Bc5 red
/// and green; missing colours are 0, missing alpha is opaque. Precondition: `blocks` has sizeInBlocks()
/// bytes.
void decodeBlocks(BlockCoding coding, std::span<const std::byte> blocks, Image& image);

}  // namespace rigkiln::images
