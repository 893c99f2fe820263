#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// A DDS of a painted surface: panels, wear and soft shades, as games have them. BC1, or BC3 with a mask in
/// its alpha. Precondition: `side` is a multiple of 4.
[[nodiscard]] ArtFile makePaintedDds(std::size_t number, std::uint32_t side, bool hasAlpha);

/// A box in a texture of that number, in a folder of its own beside the textures.
[[nodiscard]] ArtFile makeTexturedModel(std::size_t number, std::size_t texture);

}  // namespace rigkiln::corpus
