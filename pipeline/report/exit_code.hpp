#pragma once

#include "pipeline/base/result.hpp"

namespace rigkiln {

struct RunReport;
struct UnitReport;

/// Returns the part of the exit code that a unit decides: 0 without failures.
[[nodiscard]] int exitCodeOfFailures(const UnitReport& unit);
/// Returns the program's exit code for this run: 130 when interrupted; otherwise the highest of 4 (an
/// internal error), 3 (environment: disk full, no permission, a folder that could not be read) and 1 (an
/// output or a clip failed, or an issue is an error); 0 when everything succeeded.
[[nodiscard]] int exitCode(const RunReport& report);
/// Returns the exit code for an error that kept the run from starting: 2 configuration, 3 environment, 4
/// internal, 1 input.
[[nodiscard]] int exitCode(const Error& error);

}  // namespace rigkiln
