#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors about the cache of outputs. None of them makes an output fail.
namespace rigkiln {

inline constexpr ErrorCode kCacheDamaged{"cache.damaged", ErrorKind::Environment,
                                         "a file of the cache is not as it was written, and was not used"};
inline constexpr ErrorCode kNoCache{"cache.none", ErrorKind::Configuration,
                                    "there is no cache in the folder"};

inline constexpr std::array kCacheErrors = {&kCacheDamaged, &kNoCache};

}  // namespace rigkiln
