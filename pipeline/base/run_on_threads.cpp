#include "pipeline/base/run_on_threads.hpp"

#include <algorithm>

#include "pipeline/base/processors.hpp"
#include "pipeline/base/thread_group.hpp"

namespace rigkiln {

void runOnThreads(std::size_t count, const std::function<void(std::size_t)>& task,
                  const std::atomic<int>* stopLevel) {
    if (Processors* const processors = Processors::ofThisThread(); processors != nullptr)
        return processors->forEach(count, task, stopLevel);
    std::atomic<std::size_t> next{0};
    const auto isStopped = [&] {
        return stopLevel != nullptr && stopLevel->load(std::memory_order_relaxed) > 0;
    };
    const std::function<void()> runTasks = [&] {
        while (!isStopped()) {
            const std::size_t number = next.fetch_add(1, std::memory_order_relaxed);
            if (number >= count) return;
            task(number);
        }
    };
    ThreadGroup others;
    // Without further threads, those that run do all of it.
    while (others.size() + 1 < std::min(kIoThreads, count) && others.start(kDiskThread, runTasks)) {
    }
    runTasks();
}

}  // namespace rigkiln
