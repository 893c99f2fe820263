#pragma once

namespace rigkiln::cli {

/// Exit codes; scripts rely on them.
enum ExitCode : int {  // not a class: these are handed to main as numbers
    kDone = 0,
    kSomeFailed = 1,
    kBadUsage = 2,
    kEnvironmentFailed = 3,
    kInternalError = 4,
    kInterrupted = 130,
};

}  // namespace rigkiln::cli
