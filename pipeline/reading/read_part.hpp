#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/for_each.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/scratch.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/reading/recipe_bytes.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kClipFailed{"convert.clip-failed", Severity::Error,
                                       "a clip could not be converted and is missing from the output"};

/// Everything besides the files that reading a part needs.
struct PartContext {
    const Registries& registries;
    const ForEach& forEach;
    FileSource& companions;
    const ReadLimits& limits;
    std::shared_ptr<Scratch> scratch{};  ///< may be null
};

/// Reduction settings of each clip of a scene.
using ClipSettings = std::vector<std::optional<ReductionSettings>>;

/// State of one part; parts are independent of each other.
struct PartWork {
    const Part& recipe;
    PartBytes bytes{};
    PartContext context;
    std::optional<Scene> scene{};  ///< empty: it failed
    std::optional<Error> failure{};
    Diagnostics diagnostics{};
    std::vector<std::optional<Error>> clipFailures{};  ///< one per clip
    ClipSettings settings{};                           ///< one per clip of the scene
};

/// Decodes the bytes of one file to a scene in its own space, and frees them. May throw what a format throws.
[[nodiscard]] Result<Scene> decode(const FileRecipe& file, SharedBytes& bytes, const PartContext& context,
                                   Diagnostics& diagnostics);

/// Converts the bytes of a part to a canonical scene. Never throws.
void makePart(PartWork& part);

}  // namespace rigkiln
