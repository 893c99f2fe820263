#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/conversion/registries.hpp"
#include "pipeline/recipe/recipe.hpp"

namespace rigkiln::cli {

struct ReplayRequest {
    const Registries& registries;
    std::string workingFolder{};  ///< paths are relative to it where that is shorter
    /// Number of the file in Recipe::files that is at fault: the command then takes this file alone, or with
    /// its model. Empty: all files.
    std::optional<std::size_t> file{};
    std::size_t mostBytes = 4000;  ///< longer commands are of no use to people
};

/// Returns the path relative to the folder where that is shorter; never with a dash at its beginning.
[[nodiscard]] std::string shortPath(const std::string& path, const std::string& workingFolder);

/// Returns the `rigkiln convert` command for a POSIX shell that makes the output of a recipe alone, with all
/// options that are not their defaults. Empty when the command would be longer than `mostBytes`.
[[nodiscard]] std::string replayCommand(const Recipe& recipe, const ReplayRequest& request);

/// Quotes a word for a POSIX shell if it needs that.
[[nodiscard]] std::string shellWord(std::string_view word);

}  // namespace rigkiln::cli
