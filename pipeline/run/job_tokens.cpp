#include "pipeline/run/job_tokens.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln {
namespace {

/// Reads "3,4"; nothing for other text, and for the negative numbers with which make says that it closed
/// them.
std::optional<JobServerPlace> descriptorsIn(std::string_view text) {
    JobServerPlace place;
    const char* const end = text.data() + text.size();
    const auto [comma, problem] = std::from_chars(text.data(), end, place.readNumber);
    if (problem != std::errc() || comma == end || *comma != ',') return std::nullopt;
    const auto [rest, second] = std::from_chars(comma + 1, end, place.writeNumber);
    if (second != std::errc() || rest != end || place.readNumber < 0 || place.writeNumber < 0)
        return std::nullopt;
    return place;
}

std::optional<JobServerPlace> placeIn(std::string_view value) {
    constexpr std::string_view kFifo = "fifo:";
    if (!value.starts_with(kFifo)) return descriptorsIn(value);
    return JobServerPlace{.fifo = std::string(value.substr(kFifo.size()))};
}

/// Opens the pipe behind a descriptor once more. The one that was inherited is shared with make and all its
/// children, which do not expect that it stops to block.
FileDescriptor openAgain(int number, int mode) {
    const std::string path = fmt::format("/proc/self/fd/{}", number);
    return FileDescriptor(::open(path.c_str(), mode | O_NONBLOCK | O_CLOEXEC));
}

using Clock = std::chrono::steady_clock;

/// A thread computes so long before others have their turn, where there are fewer processors than threads.
/// Each change makes one thread more that can run: the one that lets another in has still to go to sleep. A
/// thread without further tasks lets others in before that, so a long turn delays only threads that hold part
/// of a unit.
constexpr std::chrono::milliseconds kTurn{500};

thread_local Clock::time_point turnBegan;

bool isPipe(int number) {
    struct stat status {};
    return ::fstat(number, &status) == 0 && S_ISFIFO(status.st_mode);
}

}  // namespace

std::optional<JobServerPlace> jobServerIn(std::string_view makeFlags) {
    constexpr std::array<std::string_view, 2> kNames = {"--jobserver-auth=", "--jobserver-fds="};
    std::optional<JobServerPlace> place;
    while (!makeFlags.empty()) {
        const std::size_t end = std::min(makeFlags.find(' '), makeFlags.size());
        const std::string_view word = makeFlags.substr(0, end);
        makeFlags.remove_prefix(std::min(end + 1, makeFlags.size()));
        if (word == "--") break;  // variables follow
        for (const std::string_view name : kNames) {
            if (word.starts_with(name)) place = placeIn(word.substr(name.size()));
        }
    }
    return place;
}

/// Calls that are not begun are for whoever comes first.
struct JobTokens::Loop {
    std::size_t count;
    const std::function<void(std::size_t)>& work;
    const std::atomic<int>* stopLevel;
    const StopSignal* signal;  ///< of the thread that waits for all calls; may be null
    MemoryAccount* account;    ///< likewise
    std::atomic<std::size_t> next = 0;
    std::size_t helpers = 0;  ///< other threads that take part; guarded by the tokens' mutex, like the rest
    std::condition_variable ended{};
    std::exception_ptr exception{};

    /// Returns the exception that ended it.
    std::exception_ptr run() {
        const StopScope scope(signal);
        const MemoryAccount::Scope ofTheUnit(account);
        try {
            while (stopLevel == nullptr || stopLevel->load(std::memory_order_relaxed) < 1) {
                const std::size_t number = next.fetch_add(1, std::memory_order_relaxed);
                if (number >= count) break;
                work(number);
            }
        } catch (...) {
            next = count;
            return std::current_exception();
        }
        return {};
    }
};

JobTokens::JobTokens(std::string_view makeFlags, unsigned jobs)
    : jobs_(std::max(jobs, 1U)), mostThreads_(jobs_) {
    const std::optional<JobServerPlace> place = jobServerIn(makeFlags);
    if (!place) return;
    isShared_ = true;
    if (jobs_ == 1) return;  // the own job is all it needs
    if (!open(*place)) {
        jobs_ = 1;
        problem_ = fmt::format(
            "MAKEFLAGS names a job server ({}) that is not open here, so 1 processor is used; begin the line "
            "of the makefile with +, or unset MAKEFLAGS",
            place->fifo.empty() ? fmt::format("{},{}", place->readNumber, place->writeNumber) : place->fifo);
        return;
    }
    const std::lock_guard lock(mutex_);
    const Status started = collector_.start(kTokenThread, [this] { collect(); });
    hasServer_ = started.hasValue();
    if (hasServer_) return;
    jobs_ = 1;
    problem_ = fmt::format("MAKEFLAGS names a job server, which needs a thread, so 1 processor is used: {}",
                           started.error().problem);
}

JobTokens::~JobTokens() {
    giveAllBack();
    threads_.join();
    collector_.join();
}

bool JobTokens::open(const JobServerPlace& place) {
    if (place.fifo.empty()) {
        // After make closed them, the numbers may belong to something else.
        if (!isPipe(place.readNumber) || !isPipe(place.writeNumber)) return false;
        server_ = openAgain(place.readNumber, O_RDONLY);
        back_ = openAgain(place.writeNumber, O_WRONLY);
    } else {
        server_ = FileDescriptor(::open(place.fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
        back_ = FileDescriptor(::open(place.fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
        if (server_.isOpen() && !isPipe(server_.get())) return false;
    }
    closing_ = FileDescriptor(::eventfd(0, EFD_CLOEXEC));
    return server_.isOpen() && back_.isOpen() && closing_.isOpen();
}

void JobTokens::giveBack(char token) {
    // The pipe has room for what came out of it.
    while (::write(back_.get(), &token, 1) < 0 && errno == EINTR) {
    }
}

void JobTokens::giveAllBack() {
    const std::lock_guard lock(mutex_);
    isEnding_ = true;
    for (const char token : tokens_)
        giveBack(token);
    tokens_.clear();
    calledChanged_.notify_all();
    wantedChanged_.notify_all();
    const std::uint64_t one = 1;
    if (closing_.isOpen()) [[maybe_unused]]
        const ssize_t woken = ::write(closing_.get(), &one, sizeof one);
}

/// Whether a thread waits for a token.
bool JobTokens::isWanted() const {
    const bool isTask = !tasks_.empty() && idle_ > called_;
    return !isEnding_ && inside_ < jobs_ && (isTask || !resuming_.empty() || !beginning_.empty());
}

/// Takes a token if one is missing and the server has one now.
void JobTokens::fetch() {
    char token = 0;
    if (isEnding_ || !hasServer_ || isFree() || inside_ >= jobs_) return;
    const ssize_t got = ::read(server_.get(), &token, 1);
    if (got == 1) tokens_.push_back(token);
    if (got == 0) hasServer_ = false;  // make ended
}

/// Lets threads in that wait, as many as may compute, and gives tokens back that none of them needs. To be
/// called after every change.
void JobTokens::grant() {
    while (isFree()) {
        std::deque<Waiter*>& row = resuming_.empty() ? beginning_ : resuming_;
        if (!row.empty()) {
            row.front()->isIn = true;
            row.front()->changed.notify_one();
            row.pop_front();
        } else if (!tasks_.empty() && idle_ > called_) {
            ++called_;
            calledChanged_.notify_one();
        } else {
            break;
        }
        ++inside_;
    }
    while (!tokens_.empty() && inside_ <= tokens_.size()) {
        giveBack(tokens_.back());
        tokens_.pop_back();
    }
    if (hasServer_ && isWanted()) wantedChanged_.notify_one();
}

void JobTokens::wait(std::unique_lock<std::mutex>& lock, std::deque<Waiter*>& row) {
    fetch();
    Waiter waiter;
    row.push_back(&waiter);
    grant();
    waiter.changed.wait(lock, [&] { return waiter.isIn; });
}

void JobTokens::enter(Entry entry) {
    std::unique_lock lock(mutex_);
    wait(lock, entry == Entry::Resume ? resuming_ : beginning_);
    lock.unlock();
    turnBegan = Clock::now();
}

bool JobTokens::enterWithin(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    fetch();
    Waiter waiter;
    beginning_.push_back(&waiter);
    grant();
    if (!waiter.changed.wait_for(lock, longest, [&] { return waiter.isIn; })) std::erase(beginning_, &waiter);
    turnBegan = Clock::now();
    return waiter.isIn;
}

void JobTokens::leave() {
    const std::lock_guard lock(mutex_);
    --inside_;
    grant();
}

std::size_t JobTokens::waiting() {
    const std::lock_guard lock(mutex_);
    return resuming_.size() + beginning_.size();
}

Status JobTokens::startThread() {
    const std::lock_guard lock(mutex_);
    if (threads_.size() > 0) return Done{};
    return threads_.start(kConvertThread, [this] { serve(); });
}

void JobTokens::enqueue(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back({.call = std::move(task)});
    fetch();
    startThreads();
    grant();
}

void JobTokens::forEach(std::size_t count, const std::function<void(std::size_t)>& work,
                        const std::atomic<int>* stopLevel) {
    Loop loop{.count = count,
              .work = work,
              .stopLevel = stopLevel,
              .signal = StopScope::signal(),
              .account = MemoryAccount::current()};
    if (count > 1 && jobs_ > 1) {
        const std::lock_guard lock(mutex_);
        // Before what was enqueued: what has begun ends sooner.
        for (std::size_t i = 1; i < std::min<std::size_t>(count, jobs_); ++i)
            tasks_.push_front({.loop = &loop});
        fetch();
        startThreads();
        grant();
    }
    std::exception_ptr exception = loop.run();
    if (count > 1 && jobs_ > 1) {
        std::unique_lock lock(mutex_);
        std::erase_if(tasks_, [&](const Task& task) { return task.loop == &loop; });
        if (loop.helpers > 0) {
            lock.unlock();
            const WaitScope wait;
            lock.lock();
            loop.ended.wait(lock, [&] { return loop.helpers == 0; });
            lock.unlock();
        }
        if (!exception) exception = loop.exception;
    }
    if (exception) std::rethrow_exception(exception);
}

/// Starts threads for tasks, as many as may be of use.
void JobTokens::startThreads() {
    for (std::size_t free = idle_ - called_; free < tasks_.size() && threads_.size() < mostThreads_; ++free) {
        if (!threads_.start(kConvertThread, [this] { serve(); })) mostThreads_ = threads_.size();
    }
}

/// Runs tasks whenever there are some and this thread may compute.
void JobTokens::serve() {
    std::unique_lock lock(mutex_);
    while (true) {
        ++idle_;
        grant();
        calledChanged_.wait(lock, [&] { return isEnding_ || called_ > 0; });
        --idle_;
        if (called_ == 0) return;
        --called_;
        turnBegan = Clock::now();
        runTasks(lock);
        --inside_;  // and before others run, this thread waits
    }
}

void JobTokens::runTasks(std::unique_lock<std::mutex>& lock) {
    while (!tasks_.empty()) {
        const Task task = std::move(tasks_.front());
        tasks_.pop_front();
        if (task.loop != nullptr) ++task.loop->helpers;
        lock.unlock();
        std::exception_ptr exception;
        {
            const ComputingScope scope(*this, ComputingScope::Entered());
            if (task.loop == nullptr) {
                task.call();
            } else {
                exception = task.loop->run();
            }
        }
        lock.lock();
        if (task.loop != nullptr) {
            if (exception && !task.loop->exception) task.loop->exception = exception;
            // Under the lock: afterwards the loop may be gone.
            if (--task.loop->helpers == 0) task.loop->ended.notify_one();
        }
        // After its turn the thread lets those that wait go first. The next thread that may compute goes on.
        if (Clock::now() - turnBegan >= kTurn && !(resuming_.empty() && beginning_.empty())) return;
    }
}

/// Fetches a token whenever a thread waits for one.
void JobTokens::collect() {
    std::unique_lock lock(mutex_);
    while (true) {
        wantedChanged_.wait(lock, [this] { return isEnding_ || !hasServer_ || isWanted(); });
        if (isEnding_ || !hasServer_) return;
        std::array<pollfd, 2> watched = {{{.fd = server_.get(), .events = POLLIN, .revents = 0},
                                          {.fd = closing_.get(), .events = POLLIN, .revents = 0}}};
        lock.unlock();
        ::poll(watched.data(), watched.size(), -1);
        lock.lock();
        if (!isWanted()) continue;
        fetch();  // another process may have been faster
        grant();
    }
}

}  // namespace rigkiln
