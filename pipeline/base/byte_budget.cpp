#include "pipeline/base/byte_budget.hpp"

#include <algorithm>
#include <optional>

#include "pipeline/base/processors.hpp"
#include "pipeline/base/trace.hpp"

namespace rigkiln {

ByteBudget::Lease ByteBudget::take(std::size_t bytes) {
    if (bytes == 0) return {};
    const TraceWait span("memory");
    std::optional<WaitScope> wait;
    std::unique_lock lock(mutex_);
    const std::uint64_t ticket = nextTicket_++;
    const auto mayTake = [&] {
        const bool fits = used_ <= limit_ && bytes <= limit_ - used_;
        return ticket == served_ && (fits || used_ == 0);
    };
    if (!mayTake()) {
        lock.unlock();
        wait.emplace();
        lock.lock();
        changed_.wait(lock, mayTake);
    }
    ++served_;
    used_ += bytes;
    peak_ = std::max(peak_, used_);
    lock.unlock();
    // The next waiting request may fit as well.
    changed_.notify_all();
    return {*this, bytes};
}

std::size_t ByteBudget::peak() const {
    const std::lock_guard lock(mutex_);
    return peak_;
}

void ByteBudget::giveBack(std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        used_ -= bytes;
    }
    changed_.notify_all();
}

}  // namespace rigkiln
