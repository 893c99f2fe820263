#pragma once

#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/settings/settings.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {

/// What a configuration says under `state`, as options of a command: --state FOLDER, --state-max-size.
[[nodiscard]] std::vector<OptionSpec> stateCommandOptions();
[[nodiscard]] Result<StateSettings> stateOf(const TableOptions& given);

}  // namespace rigkiln::cli
