#pragma once

#include <string_view>

#include <CLI/CLI.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/reduction/reduction_settings.hpp"
#include "tools/cli/conversion_options.hpp"
#include "tools/cli/unused_options.hpp"

namespace rigkiln::cli {

/// Options of how poses are measured: those of a resample job, and --shell-only.
struct ReductionOptions {
    TableOptions table;
    /// Set it before adding the options: the command reduces, and also has --interpolation.
    bool choosesKeys = false;
};

/// `boundHelp`: what --max-error means to the command.
void addReductionOptions(CLI::App& app, ReductionOptions& options, std::string_view boundHelp);

/// The table of these options and what was read of it. Precondition: reductionGiven succeeds.
[[nodiscard]] ReadTable reductionTable(const ReductionOptions& options);

/// The options as given. Without --max-error the bound is 0.
struct GivenReduction {
    ReductionSettings settings{};
    bool hasBound = false;
};
[[nodiscard]] Result<GivenReduction> reductionGiven(const ReductionOptions& options);

}  // namespace rigkiln::cli
