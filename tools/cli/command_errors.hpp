#pragma once

#include <string>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

/// Makes an error of the command line: `where` names the argument, `problem` what would be right.
[[nodiscard]] Error usageError(std::string where, std::string problem);

/// Prints the error to standard error and returns the exit code that belongs to it.
[[nodiscard]] int failCommand(const Error& error);

}  // namespace rigkiln::cli
