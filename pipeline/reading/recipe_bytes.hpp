#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/files/journal.hpp"

namespace rigkiln {

/// Content of a file, or why it could not be read.
using SourceBytes = Result<SharedBytes>;

/// Source bytes of one part of a recipe.
struct PartBytes {
    std::optional<SourceBytes> model{};  ///< set if the part has a model
    std::vector<SourceBytes> clips{};    ///< one per clip of the part
};

/// Source bytes of a recipe.
struct RecipeBytes {
    std::vector<PartBytes> parts{};  ///< one per part, unless there is a failure
    std::size_t sizeBytes = 0;       ///< bytes read, also before a failure
    std::optional<Error> failure{};  ///< a model could not be read
    std::vector<Look> looks{};
};

}  // namespace rigkiln
