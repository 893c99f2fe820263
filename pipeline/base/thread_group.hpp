#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln {

inline constexpr ErrorCode kNoThread{"thread.refused", ErrorKind::Environment,
                                     "the system starts no further thread for this program"};

inline constexpr std::array kThreadErrors = {&kNoThread};

/// Gives the calling thread a name that `top -H` and debuggers show; up to 15 bytes. Threads inherit the name
/// of the one that starts them, so each kind names itself.
void nameThisThread(const char* name);

inline constexpr const char* kDiskThread = "rigkiln-disk";        ///< mostly waits for the disk
inline constexpr const char* kConvertThread = "rigkiln-convert";  ///< computes
inline constexpr const char* kSignalThread = "rigkiln-signal";    ///< waits for signals
inline constexpr const char* kTokenThread = "rigkiln-tokens";     ///< waits for a job server

/// Threads that are waited for together, at the latest by the destructor. The only place where this program
/// starts threads by itself: the system may refuse one at any time (`ulimit -u`, `ulimit -v`, pids.max of a
/// container), and a std::thread throws then while others are running.
class ThreadGroup {
public:
    ThreadGroup() = default;
    ~ThreadGroup() { join(); }
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;

    /// Starts a thread that calls `run`. Fails with kNoThread when the system refuses it, which also tells
    /// the listener of `onRefusedThread`. Never throws. Precondition: `run` does not throw.
    [[nodiscard]] Status start(const char* name, std::function<void()> run);
    /// Waits for all threads.
    void join();
    /// Sends a signal to each thread.
    void signal(int number);
    [[nodiscard]] std::size_t size() const { return threads_.size(); }

private:
    std::vector<std::thread> threads_;
};

struct StartableThreads {
    std::size_t count = 0;
    std::optional<Error> refusal{};  ///< of the next one; nothing when all that were wanted can start
};

/// Counts the threads, up to `wanted`, that the system starts now beside those that run. Starts them all at
/// once and ends them again, which takes some 20 microseconds for each. For libraries that start threads by
/// themselves and do not survive a refusal.
[[nodiscard]] StartableThreads countStartableThreads(std::size_t wanted);

/// Calls `listener` at the first thread in this process that the system refuses, from the thread that wanted
/// it; never again. Null: nobody is told.
void onRefusedThread(void (*listener)(const Error& error));

}  // namespace rigkiln
