#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace rigkiln {

/// Records what the threads of a run do, and when. Each thread has a buffer of its own, so that recording
/// takes two looks at the clock and no lock.
///
/// A thread records while a Scope of it lives; spans are taken by TraceSpan, wherever time goes. Without a
/// scope, which is the case in runs without a trace, a span costs one look at a thread-local variable.
class Trace {
    struct Buffer;

public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::uint32_t kNoUnit = ~std::uint32_t{0};
    /// Spans that are kept, and as many loads; later ones are counted only. All of them take 64 MiB, which
    /// is beside the memory that a run is given.
    static constexpr std::size_t kEventsKept = std::size_t{1} << 20U;

    struct Span {
        const char* category = "";  ///< "stage", "step", "disk" or "wait"
        const char* name = "";
        Clock::time_point begin{};
        Clock::time_point end{};
        std::uint32_t unit = kNoUnit;  ///< set for the outermost span of work for a unit
    };
    /// Load of the engine from this time on.
    struct Load {
        Clock::time_point at{};
        std::size_t reservedBytes = 0;
        std::size_t unitsInFlight = 0;
    };
    struct Thread {
        std::string name{};
        std::deque<Span> spans{};  ///< in the order of their ends; a vector would hold each twice as it grows
    };

    Trace() = default;
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    /// Spans of this thread go to `trace`, if that is not null, while this lives. The first scope of a thread
    /// names it in the trace: `role` and a number.
    class Scope {
    public:
        Scope(Trace* trace, const char* role);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Buffer* outer_;
    };

    /// Not to be called by several threads at once.
    void addLoad(std::size_t reservedBytes, std::size_t unitsInFlight) {
        if (loadCount_++ < kEventsKept) loads_.push_back({Clock::now(), reservedBytes, unitsInFlight});
    }

    [[nodiscard]] Clock::time_point start() const { return start_; }
    /// The following are for the time when no thread records any more.
    [[nodiscard]] std::vector<const Thread*> threads() const;
    [[nodiscard]] const std::deque<Load>& loads() const { return loads_; }
    /// Number of spans and loads that were not kept.
    [[nodiscard]] std::size_t dropped() const;

private:
    friend class TraceSpan;

    struct Buffer {
        explicit Buffer(Trace& owner) : trace(owner) {}
        Trace& trace;
        Thread thread{};
    };

    static Buffer*& current();
    Buffer* bufferOfThisThread(const char* role);
    void keep(Buffer& buffer, const Span& span);

    Clock::time_point start_ = Clock::now();
    std::atomic<std::size_t> spanCount_ = 0;
    std::mutex mutex_;
    std::map<std::thread::id, std::unique_ptr<Buffer>> buffers_;
    std::vector<Buffer*> order_;  ///< of creation
    std::map<std::string, std::size_t> roles_;
    std::size_t loadCount_ = 0;
    std::deque<Load> loads_;
};

/// Records the time from its construction to its destruction. `category` and `name` must be literals.
class TraceSpan {
public:
    /// Waits are recorded only if they take at least this long: most are none.
    static constexpr std::chrono::microseconds kShortestWait{50};

    explicit TraceSpan(const char* category, const char* name, std::uint32_t unit = Trace::kNoUnit,
                       std::chrono::microseconds shortest = {})
        : buffer_(Trace::current()), span_{category, name, {}, {}, unit}, shortest_(shortest) {
        if (buffer_ != nullptr) span_.begin = Trace::Clock::now();
    }
    ~TraceSpan() {
        if (buffer_ == nullptr) return;
        span_.end = Trace::Clock::now();
        if (span_.end - span_.begin >= shortest_) buffer_->trace.keep(*buffer_, span_);
    }
    TraceSpan(const TraceSpan&) = delete;
    TraceSpan& operator=(const TraceSpan&) = delete;

private:
    Trace::Buffer* buffer_;
    Trace::Span span_;
    std::chrono::microseconds shortest_;
};

/// Records a wait for something that another thread holds or does.
class TraceWait : public TraceSpan {
public:
    explicit TraceWait(const char* name) : TraceSpan("wait", name, Trace::kNoUnit, kShortestWait) {}
};

}  // namespace rigkiln
