#pragma once

#include <cstdint>
#include <vector>

#include "formats/bfres/file/bfres_file.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// A worm in the folder Bfres that crawls, swells and hides its tongue. In WiiU the model and the animations
/// are separate files, packed by Yaz0; in Switch both are one file, packed by Zstandard. Its bones do not
/// inherit scales.
[[nodiscard]] std::vector<ArtFile> makeBfresArt(std::uint64_t seed);

/// The worm as a file of the Wii U, without animations.
[[nodiscard]] bfres::BfresFile makeWorm();

/// The worm's animations and skeleton as a file of the Wii U. `swing`: radians.
[[nodiscard]] bfres::BfresFile makeWormAnimations(float swing);

}  // namespace rigkiln::corpus
