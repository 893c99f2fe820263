#include "pipeline/run/parallel_for.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/processors.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln {

void forEachInParallel(std::size_t count, const std::function<void(std::size_t)>& work) {
    if (count == 0) return;
    if (count == 1) return work(0);
    if (Processors* const processors = Processors::ofThisThread(); processors != nullptr)
        return processors->forEach(count, work, nullptr);
    const StopSignal* const signal = StopScope::signal();
    MemoryAccount* account = MemoryAccount::current();
    // Isolated, so that this thread does not start a job of another unit while it waits.
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count),
                          [&](const tbb::blocked_range<std::size_t>& range) {
                              const StopScope scope(signal);
                              const MemoryAccount::Scope ofTheUnit(account);
                              for (std::size_t i = range.begin(); i < range.end(); ++i)
                                  work(i);
                          });
    });
}

}  // namespace rigkiln
