#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors that several libraries report.
namespace rigkiln {

inline constexpr ErrorCode kNoResult{"internal.no-result", ErrorKind::Internal,
                                     "a step ended without a result, which is a bug in this program"};
inline constexpr ErrorCode kUnexpectedException{"internal.exception", ErrorKind::Internal,
                                                "something failed that nobody expected to fail, which is a "
                                                "bug in this program"};
inline constexpr ErrorCode kOutOfMemory{"memory.exhausted", ErrorKind::Environment,
                                        "there is not enough memory for this asset"};
inline constexpr ErrorCode kBadPattern{"config.bad-pattern", ErrorKind::Configuration,
                                       "a pattern for paths cannot be understood"};
inline constexpr ErrorCode kDamaged{"format.damaged", ErrorKind::Input,
                                    "the file is damaged, incomplete or of a variant that is not read"};
inline constexpr ErrorCode kNotRepresentable{"export.not-representable", ErrorKind::Input,
                                             "the target format cannot hold this content"};

inline constexpr std::array kBaseErrors = {&kNoResult, &kUnexpectedException, &kOutOfMemory, &kBadPattern,
                                           &kDamaged,  &kNotRepresentable};

}  // namespace rigkiln
