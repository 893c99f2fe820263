#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/processors.hpp"
#include "pipeline/base/thread_group.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Place of a job server of GNU make: a pipe or, since make 4.4, a named one.
struct JobServerPlace {
    std::string fifo{};   ///< path; empty: the two numbers count
    int readNumber = -1;  ///< file descriptors that were inherited
    int writeNumber = -1;

    bool operator==(const JobServerPlace&) const = default;
};

/// Returns the job server that MAKEFLAGS names last; nothing when it names none.
[[nodiscard]] std::optional<JobServerPlace> jobServerIn(std::string_view makeFlags);

/// Keeps a process inside of what `make -jN` or Ninja allows for all steps of a build together. The process
/// has one job of its own; every further thread that computes needs a token of the job server. The thread
/// that makes this object computes from the beginning (see ComputingScope::Entered).
///
/// Tokens belong to the process, not to a thread: one that nobody here waits for is given back at once, all
/// at the end. Threads for `enqueue` and `forEach` are started when they are needed, up to `jobs`; none after
/// the system refused one.
class JobTokens : public Processors {
public:
    /// `makeFlags` is the value of MAKEFLAGS, `jobs` the most threads that compute. A job server that cannot
    /// be opened, or that nobody can wait for because the system refuses the thread, leaves one thread, as
    /// for make itself: `problem` says so.
    JobTokens(std::string_view makeFlags, unsigned jobs);
    /// Precondition: no other thread computes.
    ~JobTokens() override;

    /// Most threads that may compute.
    [[nodiscard]] unsigned jobs() const { return jobs_; }
    /// Whether a build says how many threads of these may compute now. Otherwise nothing below may be called.
    [[nodiscard]] bool isShared() const { return isShared_; }
    /// Sentence about a job server that cannot be used; empty: there is none, or it is used.
    [[nodiscard]] const std::string& problem() const { return problem_; }

    void enter(Entry entry) override;
    [[nodiscard]] bool enterWithin(std::chrono::milliseconds longest) override;
    void leave() override;
    [[nodiscard]] Status startThread() override;
    void enqueue(std::function<void()> task) override;
    void forEach(std::size_t count, const std::function<void(std::size_t)>& work,
                 const std::atomic<int>* stopLevel) override;
    /// Returns how many threads wait in `enter` now.
    [[nodiscard]] std::size_t waiting();
    /// Gives all tokens back although threads compute: for a process that ends at once.
    void giveAllBack();

private:
    /// A thread that waits until it may compute.
    struct Waiter {
        bool isIn = false;
        std::condition_variable changed{};
    };
    /// Calls of a forEach, which several threads take.
    struct Loop;
    struct Task {
        std::function<void()> call{};
        Loop* loop = nullptr;  ///< that it takes part in; may be null
    };

    bool open(const JobServerPlace& place);
    bool isFree() const { return inside_ < jobs_ && inside_ <= tokens_.size(); }
    bool isWanted() const;
    void fetch();
    void grant();
    void giveBack(char token);
    void wait(std::unique_lock<std::mutex>& lock, std::deque<Waiter*>& row);
    void startThreads();
    void collect();
    void serve();
    void runTasks(std::unique_lock<std::mutex>& lock);

    unsigned jobs_;
    bool isShared_ = false;
    std::string problem_{};
    FileDescriptor server_;       ///< to read tokens; does not block
    FileDescriptor back_;         ///< to write tokens
    FileDescriptor closing_;      ///< readable when the collector must end
    std::mutex mutex_;            ///< guards everything below
    bool hasServer_ = false;      ///< it is open, and make runs
    std::vector<char> tokens_{};  ///< as they were read, since make may tell them apart; one job needs none
    std::size_t inside_ = 1;      ///< threads that may compute, at most one more than tokens
    std::deque<Waiter*> resuming_{};
    std::deque<Waiter*> beginning_{};
    std::deque<Task> tasks_{};
    std::size_t idle_ = 0;    ///< threads in `serve` that have no task
    std::size_t called_ = 0;  ///< of these, how many may compute and have not noticed yet
    std::condition_variable calledChanged_;
    std::condition_variable wantedChanged_;
    bool isEnding_ = false;
    std::size_t mostThreads_;  ///< in `serve`
    ThreadGroup threads_;
    ThreadGroup collector_;  ///< waits for tokens while threads want some
};

}  // namespace rigkiln
