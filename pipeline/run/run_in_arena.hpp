#pragma once

#include <functional>

namespace rigkiln {

/// Calls `work` with `jobs` processors for its parallel parts and waits for it; with fewer
/// where the system refuses threads. Passes on exceptions.
void runInArena(unsigned jobs, const std::function<void()>& work);

}  // namespace rigkiln
