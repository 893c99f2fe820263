#pragma once

#include <vector>

#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Returns seeds for the fuzz target of the recipe reader.
[[nodiscard]] std::vector<ArtFile> makeRecipeSeeds();

}  // namespace rigkiln::corpus
