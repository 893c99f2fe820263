#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/cache/tree_place.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/state/freshness.hpp"

namespace rigkiln {

/// Under which name a cache has a unit, and where the unit lies.
struct UnitIdentity {
    /// Of everything that is known before anything is looked for: the recipe without the place of the tree,
    /// the issues of planning, the program, and the content of the sources on the disk.
    ContentDigest key{};
    TreePlace place;
};

struct IdentityRequest {
    const Recipe& recipe;
    const Diagnostics& planning;
    const Registries& registries;
    std::string_view version{};  ///< of the program
    FreshnessCheck& files;       ///< knows the content of files
};

/// Returns nothing for a unit that cannot be told without its place.
[[nodiscard]] std::optional<UnitIdentity> identityOf(const IdentityRequest& request);

}  // namespace rigkiln
