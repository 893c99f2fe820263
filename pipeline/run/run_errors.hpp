#pragma once

#include <array>

#include "pipeline/base/error.hpp"

namespace rigkiln {

inline constexpr ErrorCode kTooSlow{"unit.too-slow", ErrorKind::Input,
                                    "reading or converting the asset took longer than it may"};

inline constexpr ErrorCode kNotDelivered{"farm.not-delivered", ErrorKind::Environment,
                                         "no shard of the farm made the output"};

inline constexpr std::array kRunErrors = {&kTooSlow, &kNotDelivered};

}  // namespace rigkiln
