#pragma once

#include <cstdint>
#include <optional>

#include "tests/support/image/read_image.hpp"

namespace rigkiln::test {

/// Fields of a BMP; nothing is checked. Fields that a header of this length does not have are left out.
struct BmpParts {
    std::uint32_t headerBytes = 40;  ///< size of the second header; 12 is OS/2's
    std::int32_t width = 1;
    std::int32_t height = 1;
    unsigned bits = 24;
    std::uint32_t compression = 0;
    std::uint32_t coloursUsed = 0;
    Bytes masks{};  ///< overwrite those in a long header, or follow a short one
    Bytes colours{};
    Bytes gap{};  ///< bytes before the pixels
    Bytes pixels{};
    std::optional<std::uint32_t> pixelOffset{};  ///< overrides the real offset
};

[[nodiscard]] Bytes bmpFile(const BmpParts& parts);

}  // namespace rigkiln::test
