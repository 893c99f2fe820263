#pragma once

#include <cstdint>
#include <vector>

#include "formats/bfres/bfres_file.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// In Bfres: a worm that crawls, swells and hides its tongue. WiiU has its model and its animations in files
/// of their own, packed by Yaz0; Switch all in one, packed by Zstandard. The scales of its bones are not
/// inherited.
[[nodiscard]] std::vector<ArtFile> makeBfresArt(std::uint64_t seed);

/// The worm, without animations, as a file of the Wii U.
[[nodiscard]] bfres::BfresFile makeWorm();

/// The worm's animations, with its skeleton, as a file of the Wii U. `swing`: radians.
[[nodiscard]] bfres::BfresFile makeWormAnimations(float swing);

}  // namespace rigkiln::corpus
