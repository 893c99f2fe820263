#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

struct ProgramResult {
    int exitCode = 0;      ///< 128 and the number of the signal for a program that was killed
    std::string output{};  ///< of both streams
};

struct EnvironmentChanges {
    std::vector<std::string> set{};      ///< "NAME=VALUE"
    std::vector<std::string> dropped{};  ///< beginnings of names
};

/// Runs a program that is searched for in PATH, without a shell and without input, and waits for its end.
/// Fails with kCannotStart.
[[nodiscard]] Result<ProgramResult> runProgram(const std::vector<std::string>& words,
                                               const EnvironmentChanges& environment);

}  // namespace rigkiln::cli
