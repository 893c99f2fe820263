#pragma once

#include <cstddef>
#include <functional>

namespace rigkiln {

/// A ForEach that runs on the oneTBB threads of the arena it is called in. Precondition: inside of a run or
/// of `runInArena`, which know how many threads the system allows. A thread that shares its processors with
/// other processes (pipeline/base/processors.hpp) has the help of as many threads as may compute instead.
/// All of them stop when this thread is to, and what they allocate is charged to the account of this thread.
void forEachInParallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace rigkiln
