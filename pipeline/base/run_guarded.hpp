#pragma once

#include <functional>

#include "pipeline/base/result.hpp"

namespace rigkiln {

/// Calls `run` and turns exceptions into Internal errors (std::bad_alloc: Environment). Throws nothing but
/// Stopped and MemoryRefused, which end a whole unit and are nobody's error here.
[[nodiscard]] Status runGuarded(const std::function<Status()>& run);

}  // namespace rigkiln
