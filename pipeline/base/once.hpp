#pragma once

#include <atomic>
#include <mutex>
#include <utility>

#include "pipeline/base/processors.hpp"

namespace rigkiln {

/// Makes something at the first request, for all threads that want it. Threads that ask meanwhile wait
/// (WaitScope). When `make` throws, the exception goes to its caller only, and the next thread makes it anew:
/// a conversion that is stopped, or finds no memory, spoils nothing for the others.
///
/// Instead of std::call_once, which promises the same, but does not keep it everywhere: below the thread
/// sanitizer, other threads wait forever after an exception.
class Once {
public:
    template <class Make>
    void operator()(Make&& make) {
        if (isMade_.load(std::memory_order_acquire)) return;
        const std::unique_lock lock = lockAndLend(mutex_);
        if (isMade_.load(std::memory_order_relaxed)) return;
        std::forward<Make>(make)();
        isMade_.store(true, std::memory_order_release);
    }

private:
    std::mutex mutex_;
    std::atomic<bool> isMade_ = false;
};

}  // namespace rigkiln
