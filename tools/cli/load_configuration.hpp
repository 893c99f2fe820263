#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "pipeline/settings/settings.hpp"

namespace rigkiln::cli {

/// Largest configuration that is read.
inline constexpr std::size_t kMostConfigurationBytes = std::size_t{16} << 20U;

/// Adds -D NAME=VALUE, which may be given several times, each with one word.
void addDefinitions(CLI::App& app, std::vector<std::string>& definitions);

/// Reads and checks a configuration. `definitions` are the texts behind -D, "name=value". When there are
/// problems, all of them go to standard error, nothing is returned, and `exitCode` is the exit code to use.
[[nodiscard]] std::optional<Settings> loadConfiguration(const std::string& file,
                                                        const std::vector<std::string>& definitions,
                                                        int& exitCode);

}  // namespace rigkiln::cli
