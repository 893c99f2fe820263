#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pipeline/conversion/image_module.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Makes a picture of soft shades with some noise in its green.
[[nodiscard]] Image makePicture(ImageSize size);

/// Four octets for each pixel. `isPacked`: in runs, as TGA has them.
[[nodiscard]] std::vector<std::byte> encodeTga(const Image& image, bool isPacked = false);
[[nodiscard]] std::vector<std::byte> encodeBmp(const Image& image);

enum class JpegKind : std::uint8_t { Baseline, Progressive, Grey };
/// Encodes without alpha. Throws std::bad_alloc.
[[nodiscard]] std::vector<std::byte> encodeJpeg(const Image& image, JpegKind kind);

/// Makes a DDS of random blocks. `coding`: "DXT1", "DXT5". Precondition: both sides are multiples of 4.
[[nodiscard]] std::vector<std::byte> makeNoiseDds(ImageSize size, std::string_view coding);

/// Makes small images as seeds for the fuzz targets of image formats.
[[nodiscard]] std::vector<ArtFile> makeImageSeeds();

}  // namespace rigkiln::corpus
