#pragma once

#include <array>

#include "library/conversion/request_errors.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

inline constexpr ErrorCode kCompanionTaken{"output.companion-taken", ErrorKind::Configuration,
                                           "a file that the output would refer to is there with other bytes"};
inline constexpr ErrorCode kNoCommonJoints{"diff.no-common-joints", ErrorKind::Input,
                                           "the two files to compare have no joint of the same name"};
inline constexpr ErrorCode kCannotWatch{"watch.failed", ErrorKind::Environment,
                                        "the system does not tell of changes in a folder"};

inline constexpr ErrorCode kCannotStart{"farm.cannot-start", ErrorKind::Environment,
                                        "a command of Slurm cannot be started"};
inline constexpr ErrorCode kSlurmFailed{"farm.slurm-failed", ErrorKind::Environment,
                                        "a command of Slurm failed"};

inline constexpr std::array kCommandErrors = {&kCompanionTaken, &kNoCommonJoints, &kCannotWatch,
                                              &kCannotStart, &kSlurmFailed};

/// Prints the error to standard error and returns the exit code that belongs to it.
[[nodiscard]] int failCommand(const Error& error);

}  // namespace rigkiln::cli
