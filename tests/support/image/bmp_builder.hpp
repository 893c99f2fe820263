#pragma once

#include <cstdint>
#include <optional>

#include "tests/support/image/read_image.hpp"

namespace rigkiln::test {

/// A BMP field by field; nothing is checked. What the header of this length has not is left out.
struct BmpParts {
    std::uint32_t headerBytes = 40;  ///< of the second header; 12 is OS/2's
    std::int32_t width = 1;
    std::int32_t height = 1;
    unsigned bits = 24;
    std::uint32_t compression = 0;
    std::uint32_t coloursUsed = 0;
    Bytes masks{};  ///< overwrite those of a long header, or stand behind a short one
    Bytes colours{};
    Bytes gap{};  ///< in front of the pixels
    Bytes pixels{};
    std::optional<std::uint32_t> pixelOffset{};  ///< when it is not where they are
};

[[nodiscard]] Bytes bmpFile(const BmpParts& parts);

}  // namespace rigkiln::test
