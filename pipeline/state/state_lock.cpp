#include "pipeline/state/state_lock.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <ctime>
#include <fcntl.h>
#include <string_view>
#include <sys/utsname.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "pipeline/state/state_errors.hpp"

namespace rigkiln {
namespace {

constexpr mode_t kLockMode = 0666;  // reduced by the user's umask

std::string reasonOf(int errorNumber) {
    return std::generic_category().message(errorNumber);
}

/// "process 4711 on buildhost, since 2024-05-01 12:00:00 UTC"
std::string holderText() {
    struct utsname names {};
    const bool isNamed = ::uname(&names) == 0;
    return fmt::format("process {} on {}, since {:%Y-%m-%d %H:%M:%S} UTC", ::getpid(),
                       isNamed ? static_cast<const char*>(names.nodename) : "an unknown machine",
                       fmt::gmtime(std::time(nullptr)));
}

/// Returns what the holder wrote. A file of another program may hold anything.
std::string holderIn(int descriptor) {
    std::array<char, 256> buffer{};
    const ssize_t count = ::pread(descriptor, buffer.data(), buffer.size(), 0);
    if (count <= 0) return "a process that has not named itself";
    std::string text;
    for (const char character : std::string_view(buffer.data(), static_cast<std::size_t>(count))) {
        if (character == '\n') break;
        text += character >= ' ' && character <= '~' ? character : '?';
    }
    return text;
}

}  // namespace

StateLock::StateLock(StateLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

StateLock& StateLock::operator=(StateLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

StateLock::~StateLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<StateLock> StateLock::take(const std::string& path) {
    const int descriptor =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kLockMode);
    if (descriptor < 0) return kStateUnusable.in(path, "cannot be opened: " + reasonOf(errno));
    StateLock lock(descriptor);
    struct flock wanted {};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    if (::fcntl(descriptor, F_OFD_SETLK, &wanted) != 0) {
        const int problem = errno;
        if (problem == EAGAIN || problem == EACCES)
            return kStateInUse.in(path, "is held by " + holderIn(descriptor));
        return kStateUnusable.in(path, "cannot be locked: " + reasonOf(problem));
    }
    const std::string text = holderText() + "\n";
    // The name of the holder serves a message only: a full disk is no reason to fail.
    if (::ftruncate(descriptor, 0) == 0) {
        const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), 0);
        static_cast<void>(written);
    }
    return lock;
}

}  // namespace rigkiln
