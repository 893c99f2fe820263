#pragma once

#include <cstdint>
#include <vector>

#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Archives in the folder Archives: a MEG with the models, clips and textures of set 0; a SARC with models of
/// that set, some of them in a second SARC inside, all packed by Yaz0; a zip with sprites, named .res.
[[nodiscard]] std::vector<ArtFile> makeArchiveFiles(std::uint64_t seed);

/// Small files for each fuzz target, in a folder named after it.
[[nodiscard]] std::vector<ArtFile> makeArchiveSeeds();

}  // namespace rigkiln::corpus
