#pragma once

#include <cstdint>
#include <optional>

#include "tests/support/image/read_image.hpp"

namespace rigkiln::test {

/// A TGA field by field; nothing is checked.
struct TgaParts {
    unsigned colourMapType = 0;
    unsigned imageType = 2;
    unsigned firstEntry = 0;
    unsigned entryCount = 0;
    unsigned entryBits = 0;
    unsigned width = 1;
    unsigned height = 1;
    unsigned pixelBits = 24;
    unsigned descriptor = 0x20;  ///< rows from the top
    Bytes id{};
    Bytes colourMap{};
    Bytes pixels{};
    std::optional<unsigned> attributes{};  ///< adds an extension area that says so, and a footer
};

[[nodiscard]] Bytes tgaFile(const TgaParts& parts);

/// What ends a file of version 2.
[[nodiscard]] Bytes tgaFooter(std::uint32_t extensionOffset);

}  // namespace rigkiln::test
