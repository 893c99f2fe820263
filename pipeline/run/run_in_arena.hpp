#pragma once

#include <functional>

namespace rigkiln {

/// Calls `work` with `jobs` processors for its parallel parts and waits for it. Passes on exceptions.
void runInArena(unsigned jobs, const std::function<void()>& work);

}  // namespace rigkiln
