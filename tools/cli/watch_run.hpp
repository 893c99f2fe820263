#pragma once

#include <string>
#include <vector>

#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {

struct WatchArguments {
    std::string configuration;
    std::vector<std::string> definitions;
    ExecutionOptions execution;
};

/// Runs a configuration, and again whenever something changes that could change an output: files below the
/// roots of scans, everything that an output was made from or looked for, and the configuration. Ends at a
/// signal, with the exit code of the last run that came to its end.
[[nodiscard]] int watchAndRun(const WatchArguments& arguments);

}  // namespace rigkiln::cli
