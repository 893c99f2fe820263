#pragma once

#include "formats/image/tga.hpp"
#include "tests/support/image/tga_builder.hpp"

namespace rigkiln::images {

/// In the descriptor: how many bits of a pixel are alpha.
inline constexpr unsigned kEightAlphaBits = 8;

inline test::ReadOutcome readTga(const test::TgaParts& parts) {
    return test::readImage(kTgaFormat, test::tgaFile(parts));
}

}  // namespace rigkiln::images
