#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>

#include "pipeline/base/result.hpp"

namespace rigkiln {

/// Says how many threads of this process may compute at once, where somebody else decides that: a port. The
/// job server of make is one (pipeline/run/job_tokens.hpp).
///
/// A thread finds its processors by itself, like its trace: a ComputingScope says for a thread that it
/// computes, a WaitScope that it waits for other threads. Without a ComputingScope, which is the case in
/// every process that has its processors for itself, all of this costs one look at a thread-local variable.
///
/// Law: a thread must not block for something that another thread gives only while it computes, except in a
/// WaitScope. Otherwise it keeps a processor that the other one needs. So locks under which a WaitScope may
/// begin are taken in a WaitScope too (see `lockAndLend`, Once).
class Processors {
public:
    Processors() = default;
    virtual ~Processors() = default;
    Processors(const Processors&) = delete;
    Processors& operator=(const Processors&) = delete;

    /// Reasons to compute. Those who wait for the first reason go first.
    enum class Entry { Resume, Begin };

    /// Waits until the calling thread may compute.
    virtual void enter(Entry entry) = 0;
    /// Waits so long at most. Returns whether the thread may compute.
    [[nodiscard]] virtual bool enterWithin(std::chrono::milliseconds longest) = 0;
    /// Ends what `enter` began.
    virtual void leave() = 0;
    /// Makes sure that there is a thread for `enqueue`. Fails when the system refuses it.
    [[nodiscard]] virtual Status startThread() = 0;
    /// Calls `task`, which must not throw, on a thread that may compute. Precondition: startThread succeeded.
    virtual void enqueue(std::function<void()> task) = 0;
    /// Calls `work` for each number below `count`, in order, on this thread, which computes, and on others
    /// while they may, which stop when this thread is to (StopScope). Starts no further call once `stopLevel`
    /// is 1 or more; it may be null. Returns when all calls have returned, and passes on the first exception.
    /// Where the system refuses threads, this one makes all calls.
    virtual void forEach(std::size_t count, const std::function<void(std::size_t)>& work,
                         const std::atomic<int>* stopLevel) = 0;

    /// Returns those that the calling thread belongs to; null: it may compute as it likes.
    [[nodiscard]] static Processors* ofThisThread();

private:
    friend class ComputingScope;
    friend class WaitScope;
    friend class ResumeScope;
    struct Member {
        Processors* processors = nullptr;
        bool isComputing = false;
    };
    static Member& thisThread();
};

/// The calling thread computes on processors of these while this lives. Null, or in a thread that belongs to
/// them already: nothing happens.
class ComputingScope {
public:
    explicit ComputingScope(Processors* processors, Processors::Entry entry = Processors::Entry::Begin);
    /// For a thread that may compute already, and afterwards too. It does not belong to them yet.
    struct Entered {};
    ComputingScope(Processors& processors, Entered);
    ~ComputingScope();
    ComputingScope(const ComputingScope&) = delete;
    ComputingScope& operator=(const ComputingScope&) = delete;

private:
    Processors::Member outer_;
    bool hasEntered_ = false;
};

/// The calling thread waits for others while this lives; its processor is theirs. The destructor waits until
/// the thread may compute again.
class WaitScope {
public:
    WaitScope();
    ~WaitScope();
    WaitScope(const WaitScope&) = delete;
    WaitScope& operator=(const WaitScope&) = delete;

private:
    bool hasLeft_ = false;
};

/// Within a WaitScope: the calling thread computes for a moment, if it may within some time.
class ResumeScope {
public:
    explicit ResumeScope(std::chrono::milliseconds longest);
    ~ResumeScope();
    ResumeScope(const ResumeScope&) = delete;
    ResumeScope& operator=(const ResumeScope&) = delete;

    [[nodiscard]] bool mayCompute() const { return mayCompute_; }

private:
    bool mayCompute_ = false;
};

/// Locks a mutex under which threads may wait in a WaitScope.
[[nodiscard]] std::unique_lock<std::mutex> lockAndLend(std::mutex& mutex);

}  // namespace rigkiln
