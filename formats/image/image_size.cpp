#include "formats/image/image_size.hpp"

#include <fmt/format.h>

#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::images {

void requireSize(const ByteReader& reader, std::size_t offset, std::uint64_t width, std::uint64_t height) {
    const bool isInRange =
        width >= 1 && width <= kMaximumImageSide && height >= 1 && height <= kMaximumImageSide;
    if (!isInRange) {
        reader.failAt(
            offset, "width",
            fmt::format("{} x {} pixels, 1 to {} each way are read", width, height, kMaximumImageSide));
    }
    if (width * height > kMaximumImagePixels) {
        reader.failAt(offset, "width",
                      fmt::format("{} x {} are {} pixels, at most {} are read", width, height, width * height,
                                  kMaximumImagePixels));
    }
}

}  // namespace rigkiln::images
