#pragma once

#include <array>
#include <string>

#include "pipeline/base/result.hpp"

namespace rigkiln {

inline constexpr ErrorCode kWrongUsage{"usage.wrong", ErrorKind::Configuration,
                                       "the command line asks for something that is not possible"};
inline constexpr ErrorCode kUnknownFormat{"format.unknown", ErrorKind::Input,
                                          "the file is of no format that this program reads"};
inline constexpr ErrorCode kNothingToConvert{"format.nothing-to-convert", ErrorKind::Input,
                                             "the file is known and holds nothing to convert or to show"};
inline constexpr ErrorCode kOtherFormat{"format.other-format", ErrorKind::Input,
                                        "the file is not of the format that the output has to be made from"};

inline constexpr std::array kRequestErrors = {&kWrongUsage, &kUnknownFormat, &kNothingToConvert,
                                              &kOtherFormat};

/// Makes an error of the caller: `where` names the argument, `problem` what would be right.
[[nodiscard]] Error usageError(std::string where, std::string problem);

}  // namespace rigkiln
