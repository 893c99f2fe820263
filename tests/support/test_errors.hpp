#pragma once

#include "pipeline/base/error.hpp"

/// Codes for errors that tests make, one of each kind.
namespace rigkiln::test {

inline constexpr ErrorCode kInputError{"test.input", ErrorKind::Input, "a test wants it so"};
inline constexpr ErrorCode kConfigurationError{"test.configuration", ErrorKind::Configuration,
                                               "a test wants it so"};
inline constexpr ErrorCode kEnvironmentError{"test.environment", ErrorKind::Environment,
                                             "a test wants it so"};
inline constexpr ErrorCode kInternalError{"test.internal", ErrorKind::Internal, "a test wants it so"};

}  // namespace rigkiln::test
