#include "pipeline/state/state_lock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <ctime>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "pipeline/files/machine_name.hpp"
#include "pipeline/files/temporary_names.hpp"
#include "pipeline/state/state_errors.hpp"

namespace rigkiln {
namespace {

constexpr mode_t kLockMode = 0666;  // reduced by the user's umask

std::string reasonOf(int errorNumber) {
    return std::generic_category().message(errorNumber);
}

/// "process 4711 on buildhost, since 2024-05-01 12:00:00 UTC"
std::string holderText() {
    return fmt::format("process {} on {}, since {:%Y-%m-%d %H:%M:%S} UTC", ::getpid(), machineName(),
                       fmt::gmtime(std::time(nullptr)));
}

/// Returns the lines of the file. A file of another program may hold anything.
std::vector<std::string> linesIn(int descriptor) {
    std::array<char, 8192> buffer{};
    const ssize_t count = ::pread(descriptor, buffer.data(), buffer.size(), 0);
    std::vector<std::string> lines(1);
    for (const char character :
         std::string_view(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)))) {
        if (character == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += character >= ' ' && character <= '~' ? character : '?';
        }
    }
    return lines;
}

std::string holderIn(int descriptor) {
    constexpr std::size_t kMostCharacters = 255;
    const std::string holder = linesIn(descriptor).front().substr(0, kMostCharacters);
    return holder.empty() ? "a process that has not named itself" : holder;
}

}  // namespace

StateLock::StateLock(StateLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      holder_(std::move(other.holder_)),
      heldSince_(other.heldSince_),
      killed_(std::move(other.killed_)) {}

StateLock& StateLock::operator=(StateLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(holder_, other.holder_);
    std::swap(heldSince_, other.heldSince_);
    std::swap(killed_, other.killed_);
    return *this;
}

StateLock::~StateLock() {
    if (descriptor_ < 0) return;
    write(false);
    ::close(descriptor_);
}

Result<StateLock> StateLock::take(const std::string& path) {
    constexpr std::size_t kMostKilled = 64;
    const int descriptor =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kLockMode);
    if (descriptor < 0) return kStateUnusable.in(path, "cannot be opened: " + reasonOf(errno));
    struct flock wanted {};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    if (::fcntl(descriptor, F_OFD_SETLK, &wanted) != 0) {
        const int problem = errno;
        const std::string holder = holderIn(descriptor);
        ::close(descriptor);
        if (problem == EAGAIN || problem == EACCES) return kStateInUse.in(path, "is held by " + holder);
        return kStateUnusable.in(path, "cannot be locked: " + reasonOf(problem));
    }
    StateLock lock(descriptor);
    lock.holder_ = holderText();
    for (std::string& line : linesIn(descriptor)) {
        if (isTemporaryPrefix(line) && lock.killed_.size() < kMostKilled)
            lock.killed_.push_back(std::move(line));
    }
    lock.write(true);
    struct stat status {};
    if (::fstat(descriptor, &status) == 0)
        lock.heldSince_ = Moment{.seconds = status.st_mtim.tv_sec, .nanoseconds = status.st_mtim.tv_nsec};
    return lock;
}

void StateLock::forgetKilledHolders() {
    if (killed_.empty()) return;
    killed_.clear();
    write(true);
}

/// Names the holder and the temporary files that its death would leave. Serves a message and tidiness only: a
/// full disk is no reason to fail.
void StateLock::write(bool isHeld) const {
    std::string text = holder_ + "\n";
    for (const std::string& prefix : killed_)
        text += prefix + "\n";
    if (isHeld) text += temporaryPrefix() + "\n";
    if (::ftruncate(descriptor_, 0) != 0) return;
    const ssize_t written = ::pwrite(descriptor_, text.data(), text.size(), 0);
    static_cast<void>(written);
}

}  // namespace rigkiln
