#include "pipeline/base/run_on_threads.hpp"

#include <array>
#include <exception>
#include <pthread.h>
#include <thread>

namespace rigkiln {
namespace {

/// Returns a thread that runs nothing when the system refuses another one.
std::thread startedThread(const std::function<void()>& run) {
    try {
        return std::thread([&run] {
            nameThisThread(kDiskThread);
            run();
        });
    } catch (const std::exception&) {
        return {};
    }
}

}  // namespace

void nameThisThread(const char* name) {
    (void)::pthread_setname_np(::pthread_self(), name);
}

void runOnThreads(std::size_t count, const std::function<void(std::size_t)>& task,
                  const std::atomic<int>* stopLevel) {
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
    std::array<std::thread, kIoThreads - 1> others;
    for (std::size_t i = 0; i < others.size() && i + 1 < count; ++i)
        others.at(i) = startedThread(runTasks);
    runTasks();
    for (std::thread& thread : others) {
        if (thread.joinable()) thread.join();
    }
}

}  // namespace rigkiln
