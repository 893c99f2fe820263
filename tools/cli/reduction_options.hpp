#pragma once

#include <string_view>

#include <CLI/CLI.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/reduction/reduction_settings.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {

/// How poses are measured: what a resample job says of it, and --shell-only.
struct ReductionOptions {
    TableOptions table;
    bool choosesKeys =
        false;  ///< set before they are added: the command reduces, and has --interpolation too
};

/// `boundHelp`: what --max-error means to the command.
void addReductionOptions(CLI::App& app, ReductionOptions& options, std::string_view boundHelp);

/// Nothing for the bound where --max-error was not given.
struct GivenReduction {
    ReductionSettings settings{};
    bool hasBound = false;
};
[[nodiscard]] Result<GivenReduction> reductionGiven(const ReductionOptions& options);

}  // namespace rigkiln::cli
