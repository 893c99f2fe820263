#pragma once

#include <array>

#include "pipeline/base/error.hpp"

/// Codes of errors about the record of earlier runs. Only kStateInUse keeps a run from starting.
namespace rigkiln {

inline constexpr ErrorCode kStateInUse{"state.in-use", ErrorKind::Environment,
                                       "another run of this configuration is going on"};
inline constexpr ErrorCode kStateUnusable{
    "state.unusable", ErrorKind::Environment,
    "the record of earlier runs cannot be opened, locked or written, so nothing is remembered"};
inline constexpr ErrorCode kStateDamaged{
    "state.damaged", ErrorKind::Environment,
    "the record of earlier runs is damaged or of another program, and was set aside"};

inline constexpr std::array kStateErrors = {&kStateInUse, &kStateUnusable, &kStateDamaged};

}  // namespace rigkiln
