#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors about runs on many machines.
namespace rigkiln {

inline constexpr ErrorCode kFarmFileDamaged{"farm.damaged", ErrorKind::Environment,
                                            "a file of the farm's folder is damaged or of another version"};
inline constexpr ErrorCode kOtherProgram{"farm.other-program", ErrorKind::Configuration,
                                         "another version of the program made the plan"};

inline constexpr std::array kFarmErrors = {&kFarmFileDamaged, &kOtherProgram};

}  // namespace rigkiln
