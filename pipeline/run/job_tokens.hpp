#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

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

/// Keeps a run inside of what `make -jN` or Ninja allows for all its steps together. The process has one job
/// of its own. A thread that computes takes that, or a token of the job server, and waits while there is
/// none. All tokens are given back at the end. Threads that wait for the disk are not counted.
class JobTokens {
public:
    /// `makeFlags` is the value of MAKEFLAGS, `jobs` the most threads. A job server that cannot be opened
    /// leaves one thread, as for make itself: `problem` says so.
    JobTokens(std::string_view makeFlags, unsigned jobs);
    ~JobTokens();
    JobTokens(const JobTokens&) = delete;
    JobTokens& operator=(const JobTokens&) = delete;

    /// Most threads that may compute.
    [[nodiscard]] unsigned jobs() const { return jobs_; }
    /// Whether a job server says how many threads of these may compute now.
    [[nodiscard]] bool hasServer() const { return collector_.size() > 0; }
    /// Sentence about a job server that cannot be used; empty: there is none, or it is used.
    [[nodiscard]] const std::string& problem() const { return problem_; }

    /// Precondition of these: hasServer(). Waits until this thread may compute, or `close` was called.
    void enter();
    /// Ends what `enter` began in this thread.
    void leave();
    /// Lets all threads in that wait, and from now on.
    void close();

private:
    using Token = std::optional<char>;  ///< as it was read, since make may tell them apart; none: the own job

    bool open(const JobServerPlace& place);
    void collect();
    void giveBack(char token);

    unsigned jobs_;
    std::string problem_{};
    FileDescriptor server_;   ///< to read tokens; does not block
    FileDescriptor back_;     ///< to write tokens
    FileDescriptor closing_;  ///< readable after `close`
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::thread::id, Token> inside_;  ///< threads that compute
    std::vector<Token> free_{std::nullopt};    ///< not used by a thread now
    std::size_t waiting_ = 0;                  ///< threads in `enter`
    bool isClosed_ = false;
    ThreadGroup collector_;
};

}  // namespace rigkiln
