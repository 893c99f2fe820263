#pragma once

#include <vector>

#include "formats/bfres/file/bfres_file.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// A small file with everything that its version can hold: a skinned triangle on three bones with a material,
/// curves of every kind, user data of every type, an embedded file. It decodes to exactly itself.
[[nodiscard]] bfres::BfresFile makeBfresFile(const bfres::Layout& layout);

/// One version of each distinct layout, oldest first.
[[nodiscard]] std::vector<bfres::Layout> bfresLayouts();

/// Seeds of the fuzz targets.
[[nodiscard]] std::vector<ArtFile> makeBfresSeeds();

}  // namespace rigkiln::corpus
