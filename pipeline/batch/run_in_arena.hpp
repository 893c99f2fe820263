#pragma once

#include <functional>

namespace rigkiln {

/// Calls `work` with so many processors for what it does in parallel, and returns when it has returned. What
/// it throws comes out here.
void runInArena(unsigned jobs, const std::function<void()>& work);

}  // namespace rigkiln
