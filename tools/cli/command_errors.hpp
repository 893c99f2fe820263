#pragma once

#include <array>
#include <string>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

inline constexpr ErrorCode kWrongUsage{"usage.wrong", ErrorKind::Configuration,
                                       "the command line asks for something that is not possible"};
inline constexpr ErrorCode kUnknownFormat{"format.unknown", ErrorKind::Input,
                                          "the file is of no format that this program reads"};
inline constexpr ErrorCode kNothingToConvert{"format.nothing-to-convert", ErrorKind::Input,
                                             "the file is known and holds nothing to convert or to show"};
inline constexpr ErrorCode kOtherFormat{"format.other-format", ErrorKind::Input,
                                        "the file is not of the format that the output has to be made from"};
inline constexpr ErrorCode kCompanionTaken{"output.companion-taken", ErrorKind::Configuration,
                                           "a file that the output would refer to is there with other bytes"};
inline constexpr ErrorCode kNoCommonJoints{"diff.no-common-joints", ErrorKind::Input,
                                           "the two files to compare have no joint of the same name"};
inline constexpr ErrorCode kCannotWatch{"watch.failed", ErrorKind::Environment,
                                        "the system does not tell of changes in a folder"};

inline constexpr std::array kCommandErrors = {&kWrongUsage,  &kUnknownFormat,  &kNothingToConvert,
                                              &kOtherFormat, &kCompanionTaken, &kNoCommonJoints,
                                              &kCannotWatch};

/// Makes an error of the command line: `where` names the argument, `problem` what would be right.
[[nodiscard]] Error usageError(std::string where, std::string problem);

/// Prints the error to standard error and returns the exit code that belongs to it.
[[nodiscard]] int failCommand(const Error& error);

}  // namespace rigkiln::cli
