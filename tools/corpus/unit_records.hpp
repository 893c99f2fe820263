#pragma once

#include <vector>

#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Returns seeds for the fuzz target of the records of units.
[[nodiscard]] std::vector<ArtFile> makeUnitRecordSeeds();

}  // namespace rigkiln::corpus
