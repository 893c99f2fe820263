#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "pipeline/base/thread_group.hpp"

namespace rigkiln {

/// Number of threads for tasks that mostly wait for the disk, whatever the number of processors: disks serve
/// parallel requests faster.
inline constexpr std::size_t kIoThreads = 4;

/// Calls `task` for each number below `count`, in order, on up to kIoThreads threads; the calling thread is
/// one of them. Returns after the last call. A single task starts no thread. Starts no further task once
/// `stopLevel` is 1 or more; it may be null. Never throws and never fails: without further threads, the
/// calling thread runs all tasks. A thread that shares its processors with other processes (processors.hpp)
/// has the help of as many threads as may compute. Precondition: `task` does not throw.
void runOnThreads(std::size_t count, const std::function<void(std::size_t)>& task,
                  const std::atomic<int>* stopLevel = nullptr);

}  // namespace rigkiln
