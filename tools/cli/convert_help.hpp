#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/registries.hpp"

namespace rigkiln::cli {

/// Words that `convert --help` takes: the ids of all formats and exporters, and "all", as "gsm, gsa, or all".
[[nodiscard]] std::string helpTopics(const Registries& registries);

/// Returns the help on the options of a format, in reading and in writing, or with "all" on all options of
/// `convert`. Precondition: `app` has the options of all formats and exporters, in no group.
[[nodiscard]] Result<std::string> convertHelp(CLI::App& app, const Registries& registries,
                                              std::string_view topic);

}  // namespace rigkiln::cli
