#pragma once

#include <cstddef>
#include <functional>

namespace rigkiln {

/// A ForEach that runs on the oneTBB threads of the arena it is called in. Precondition: inside of a run or
/// of `runInArena`, which know how many threads the system allows. They stop when this thread is to,
/// and what they allocate is charged to the account of this thread.
void forEachInParallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace rigkiln
