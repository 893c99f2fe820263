#pragma once

#include <array>

#include "pipeline/base/error.hpp"

namespace rigkiln {

inline constexpr ErrorCode kTooLittleMemory{
    "memory.too-little", ErrorKind::Input,
    "the asset needs more memory than the run may take, also when nothing else is converted beside it"};

inline constexpr std::array kMemoryErrors = {&kTooLittleMemory};

}  // namespace rigkiln
