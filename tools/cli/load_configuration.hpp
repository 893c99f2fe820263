#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/settings/settings.hpp"

namespace rigkiln::cli {

/// Reads and checks a configuration; `definitions` are the texts behind -D, "name=value". Problems go to
/// standard error, all of them, and nothing is returned; `exitCode` is then what to exit with.
[[nodiscard]] std::optional<Settings> loadConfiguration(const std::string& file,
                                                        const std::vector<std::string>& definitions,
                                                        int& exitCode);

}  // namespace rigkiln::cli
