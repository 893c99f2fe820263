#include "pipeline/base/thread_group.hpp"

#include <atomic>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace rigkiln {
namespace {

using RefusalListener = void (*)(const Error& error);

std::atomic<RefusalListener>& refusalListener() {
    static std::atomic<RefusalListener> listener{nullptr};
    return listener;
}

/// Returns a limit of this process with its name, unless it has none.
std::string limitText(std::string_view line, std::string_view name) {
    std::ifstream limits("/proc/self/limits");
    for (std::string text; std::getline(limits, text);) {
        if (!text.starts_with(line)) continue;
        std::istringstream rest(text.substr(line.size()));
        std::string value;
        rest >> value;
        return value == "unlimited" ? std::string() : fmt::format(", {} is {}", name, value);
    }
    return {};
}

/// The system gives one error for all limits, so the message has those of this process.
Error refusal(int problem) {
    std::string cause = std::generic_category().message(problem);
    if (!cause.empty()) cause.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(cause[0])));
    return kNoThread.error(
        fmt::format("cannot start a thread: {}{}{}", cause,
                    limitText("Max processes", "the limit of processes (ulimit -u)"),
                    limitText("Max address space", "the limit of address space in bytes (ulimit -v)")));
}

void tellRefusal(const Error& error) {
    if (const RefusalListener listener = refusalListener().exchange(nullptr)) listener(error);
}

/// Waits until the kernel no longer counts a thread, whose folder below /proc is gone then. A thread that was
/// joined is still counted for some microseconds, in which another one would be refused.
void waitForEnd(const std::filesystem::path& thread) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    std::error_code unknown;
    while (!thread.empty() && std::filesystem::exists("/proc" / thread, unknown) &&
           std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
}

}  // namespace

void nameThisThread(const char* name) {
    (void)::pthread_setname_np(::pthread_self(), name);
}

Status ThreadGroup::start(const char* name, std::function<void()> run) {
    int problem = 0;
    try {
        threads_.reserve(threads_.size() + 1);  // so that nothing can fail once it runs
        threads_.emplace_back([name, run = std::move(run)] {
            nameThisThread(name);
            run();
        });
        return Done{};
    } catch (const std::system_error& error) {
        problem = error.code().value();
    } catch (const std::bad_alloc&) {
        problem = ENOMEM;
    }
    Error error = refusal(problem);
    tellRefusal(error);
    return error;
}

void ThreadGroup::join() {
    for (std::thread& thread : threads_)
        thread.join();
    threads_.clear();
}

void ThreadGroup::signal(int number) {
    for (std::thread& thread : threads_)
        (void)::pthread_kill(thread.native_handle(), number);
}

StartableThreads countStartableThreads(std::size_t wanted) {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::filesystem::path> arrived;  // "PID/task/THREAD"
    arrived.reserve(wanted);
    bool mayEnd = false;
    StartableThreads startable;
    {
        ThreadGroup group;
        const std::function<void()> wait = [&] {
            std::unique_lock lock(mutex);
            std::error_code unknown;
            arrived.push_back(std::filesystem::read_symlink("/proc/thread-self", unknown));
            changed.wait(lock, [&] { return mayEnd; });
        };
        while (startable.count < wanted && !startable.refusal) {
            if (const Status started = group.start(kConvertThread, wait)) {
                ++startable.count;
            } else {
                startable.refusal = started.error();
            }
        }
        const std::lock_guard lock(mutex);
        mayEnd = true;
        changed.notify_all();
    }
    for (const std::filesystem::path& thread : arrived)
        waitForEnd(thread);
    return startable;
}

void onRefusedThread(RefusalListener listener) {
    refusalListener() = listener;
}

}  // namespace rigkiln
