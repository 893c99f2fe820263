#pragma once

#include <cstdint>
#include <vector>

#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// In Archives: the models, clips and textures of set 0 in a MEG; models of it in a SARC, some of them in
/// another inside, all packed by Yaz0; sprites in a zip that is called .res.
[[nodiscard]] std::vector<ArtFile> makeArchiveFiles(std::uint64_t seed);

/// Small files for each fuzz target, in a folder with its name.
[[nodiscard]] std::vector<ArtFile> makeArchiveSeeds();

}  // namespace rigkiln::corpus
