#include "pipeline/base/stop.hpp"

#include <utility>

namespace rigkiln {

constinit thread_local StopScope::Asked StopScope::current{};

bool StopSignal::isOutOfPatience() const {
    constexpr int kAtOnce = 2;
    if (level() >= kAtOnce) return true;
    using Clock = std::chrono::steady_clock;
    const std::int64_t now = Clock::now().time_since_epoch().count();
    std::int64_t seen = 0;
    // The thread that sees the level first starts the clock for all of them.
    if (seenAt_.compare_exchange_strong(seen, now)) seen = now;
    return Clock::duration(now - seen) >= patience_;
}

StopScope::StopScope(const StopSignal* signal)
    : outer_(std::exchange(current, Asked{.signal = signal, .checks = 0})) {}

StopScope::~StopScope() {
    current = outer_;
}

const StopSignal* StopScope::signal() {
    return current.signal;
}

std::size_t StopScope::checks() const {
    return current.checks;
}

void checkStop() {
    StopScope::Asked& asked = StopScope::current;
    if (asked.signal == nullptr) return;
    ++asked.checks;
    if (asked.signal->isOver()) throw Stopped{};
}

}  // namespace rigkiln
