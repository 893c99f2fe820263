#pragma once

namespace rigkiln::cli {

/// Exit codes; scripts rely on them.
inline constexpr int kDone = 0;
inline constexpr int kSomeFailed = 1;
inline constexpr int kBadUsage = 2;
inline constexpr int kEnvironmentFailed = 3;
inline constexpr int kInternalError = 4;
inline constexpr int kInterrupted = 130;

}  // namespace rigkiln::cli
