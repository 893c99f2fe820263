#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Makes a DDS that looks like textures of games: panels, wear and soft shades. BC1, or BC3 with a mask in
/// its alpha. Precondition: `side` is a multiple of 4.
[[nodiscard]] ArtFile makePaintedDds(std::size_t number, std::uint32_t side, bool hasAlpha);

/// Makes a model of one box with texture number `texture`, in a folder beside the textures.
[[nodiscard]] ArtFile makeTexturedModel(std::size_t number, std::size_t texture);

}  // namespace rigkiln::corpus
