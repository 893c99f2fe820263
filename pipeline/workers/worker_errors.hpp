#pragma once

#include <array>

#include "pipeline/base/error.hpp"

namespace rigkiln {

inline constexpr ErrorCode kWorkerEnded{"worker.ended", ErrorKind::Internal,
                                        "the process that converted the asset ended before it was done"};
inline constexpr ErrorCode kNoWorker{"worker.cannot-start", ErrorKind::Environment,
                                     "the system starts no process to convert assets in"};

inline constexpr std::array kWorkerErrors = {&kWorkerEnded, &kNoWorker};

}  // namespace rigkiln
