#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/settings/settings.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {

/// Command-line options for the map `state` of a configuration: --state FOLDER, --state-max-size.
[[nodiscard]] std::vector<OptionSpec> stateCommandOptions();
[[nodiscard]] Result<StateSettings> stateOf(const TableOptions& given);
/// Returns the folder of --cache, absolute; empty: none.
[[nodiscard]] Result<std::string> cacheOf(const TableOptions& given);

}  // namespace rigkiln::cli
