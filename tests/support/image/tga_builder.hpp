#pragma once

#include <cstdint>
#include <optional>

#include "tests/support/image/read_image.hpp"

namespace rigkiln::test {

/// Fields of a TGA; nothing is checked.
struct TgaParts {
    unsigned colourMapType = 0;
    unsigned imageType = 2;
    unsigned firstEntry = 0;
    unsigned entryCount = 0;
    unsigned entryBits = 0;
    unsigned width = 1;
    unsigned height = 1;
    unsigned pixelBits = 24;
    unsigned descriptor = 0x20;  ///< first row at the top
    Bytes id{};
    Bytes colourMap{};
    Bytes pixels{};
    std::optional<unsigned> attributes{};  ///< attributes type of an extension area; adds that and a footer
};

[[nodiscard]] Bytes tgaFile(const TgaParts& parts);

/// Footer of a version 2 file.
[[nodiscard]] Bytes tgaFooter(std::uint32_t extensionOffset);

}  // namespace rigkiln::test
