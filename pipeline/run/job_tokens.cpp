#include "pipeline/run/job_tokens.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

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

JobTokens::JobTokens(std::string_view makeFlags, unsigned jobs) : jobs_(std::max(jobs, 1U)) {
    const std::optional<JobServerPlace> place = jobServerIn(makeFlags);
    if (!place) return;
    if (!open(*place)) {
        jobs_ = 1;
        problem_ = fmt::format(
            "MAKEFLAGS names a job server ({}) that is not open here, so 1 processor is used; begin the line "
            "of "
            "the makefile with +, or unset MAKEFLAGS",
            place->fifo.empty() ? fmt::format("{},{}", place->readNumber, place->writeNumber) : place->fifo);
        return;
    }
    if (const Status started = collector_.start(kTokenThread, [this] { collect(); }); !started) {
        jobs_ = 1;
        problem_ =
            fmt::format("MAKEFLAGS names a job server, which needs a thread, so 1 processor is used: {}",
                        started.error().problem);
    }
}

JobTokens::~JobTokens() {
    if (!hasServer()) return;
    close();
    collector_.join();
    for (const auto& [thread, token] : inside_)
        free_.push_back(token);
    for (const Token& token : free_) {
        if (token) giveBack(*token);
    }
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

void JobTokens::enter() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return isClosed_ || !free_.empty(); });
    --waiting_;
    if (free_.empty()) return;
    inside_[std::this_thread::get_id()] = free_.back();
    free_.pop_back();
    // The next token is for others that wait.
    if (waiting_ > 0) changed_.notify_all();
}

void JobTokens::leave() {
    const std::lock_guard lock(mutex_);
    const auto inside = inside_.find(std::this_thread::get_id());
    if (inside == inside_.end()) return;
    const Token token = inside->second;
    inside_.erase(inside);
    if (token && waiting_ == 0) {
        giveBack(*token);
    } else {
        free_.push_back(token);
        changed_.notify_all();
    }
}

void JobTokens::close() {
    {
        const std::lock_guard lock(mutex_);
        isClosed_ = true;
    }
    changed_.notify_all();
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t woken = ::write(closing_.get(), &one, sizeof one);
}

/// Fetches a token whenever a thread waits for one.
void JobTokens::collect() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return isClosed_ || (waiting_ > 0 && free_.empty()); });
        if (isClosed_) return;
        lock.unlock();
        std::array<pollfd, 2> watched = {{{.fd = server_.get(), .events = POLLIN, .revents = 0},
                                          {.fd = closing_.get(), .events = POLLIN, .revents = 0}}};
        const int ready = ::poll(watched.data(), watched.size(), -1);
        char token = 0;
        const ssize_t got = ready > 0 && watched[1].revents == 0 ? ::read(server_.get(), &token, 1) : -1;
        const bool isGone = got == 0;  // make ended; another process that was faster gives EAGAIN
        lock.lock();
        if (isGone) return;
        if (got != 1) continue;
        if (waiting_ > 0 && free_.empty()) {
            free_.emplace_back(token);
            changed_.notify_all();
        } else {
            giveBack(token);
        }
    }
}

}  // namespace rigkiln
