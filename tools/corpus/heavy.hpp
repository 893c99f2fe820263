#pragma once

#include <cstddef>

#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Makes a model whose file is about so large: sheets of waves with as many vertices as a sub-mesh can have,
/// for measuring memory. Precondition: `bytes` is at least 1000.
[[nodiscard]] ArtFile makeHeavyModel(std::size_t number, std::size_t bytes);

}  // namespace rigkiln::corpus
