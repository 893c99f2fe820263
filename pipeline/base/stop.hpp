#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace rigkiln {

/// Thrown by checkStop out of work that nobody wants any more. It is no std::exception, because nothing went
/// wrong: what turns exceptions into errors lets it pass.
class Stopped {};

/// Tells work under way when to end. The levels are those of RunOptions::stopLevel; each may be null. At
/// level 1 work has a moment to finish, at level 2 none.
class StopSignal {
public:
    static constexpr std::chrono::milliseconds kPatience{100};

    explicit StopSignal(const std::atomic<int>* level, const std::atomic<int>* ownLevel = nullptr,
                        std::chrono::milliseconds patience = kPatience)
        : levels_{level, ownLevel}, patience_(patience) {}
    /// For a part of the work that `outer` may end, which has a level of its own besides. `outer` may be
    /// null.
    StopSignal(const StopSignal* outer, const std::atomic<int>* level)
        : levels_{level, nullptr}, patience_(kPatience), outer_(outer) {}

    /// Returns true when work is to end now, and ever after.
    [[nodiscard]] bool isOver() const {
        return (outer_ != nullptr && outer_->isOver()) || (level() > 0 && isOutOfPatience());
    }

private:
    [[nodiscard]] int level() const {
        int highest = 0;
        for (const std::atomic<int>* level : levels_) {
            const int asked = level == nullptr ? 0 : level->load(std::memory_order_relaxed);
            if (asked > highest) highest = asked;
        }
        return highest;
    }
    [[nodiscard]] bool isOutOfPatience() const;

    std::array<const std::atomic<int>*, 2> levels_;
    std::chrono::milliseconds patience_;
    const StopSignal* outer_ = nullptr;
    mutable std::atomic<std::int64_t> seenAt_{0};  ///< when level 1 was seen first; 0: not yet
};

/// checkStop asks `signal` on this thread while this lives; null: it asks nothing.
class StopScope {
public:
    explicit StopScope(const StopSignal* signal);
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    /// Returns the signal of this thread, for threads that work for it; may be null.
    [[nodiscard]] static const StopSignal* signal();
    /// Returns how often this thread asked within the scope. Loops ask once per piece of work, so this also
    /// counts the work.
    [[nodiscard]] std::size_t checks() const;

private:
    friend void checkStop();

    struct Asked {
        const StopSignal* signal = nullptr;
        std::size_t checks = 0;
    };
    static constinit thread_local Asked current;

    Asked outer_;
};

/// Throws Stopped when the signal of this thread says that its work is to end. To be called from every loop
/// over content of files, about once per microsecond to millisecond of work: it costs a nanosecond.
void checkStop();

}  // namespace rigkiln
