#include "pipeline/files/temporary_names.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <sys/utsname.h>
#include <unistd.h>

#include <fmt/format.h>

namespace rigkiln {
namespace {

constexpr std::string_view kBegin = ".rigkiln-";
constexpr std::string_view kEnd = ".tmp";

/// Returns the begin of a file of /proc; empty if there is none.
std::string shortText(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    std::array<char, 1024> buffer{};
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    ::close(file);
    return count > 0 ? std::string(buffer.data(), static_cast<std::size_t>(count)) : std::string();
}

std::string linkText(const char* path) {
    std::array<char, 256> buffer{};
    const ssize_t count = ::readlink(path, buffer.data(), buffer.size());
    return count > 0 ? std::string(buffer.data(), static_cast<std::size_t>(count)) : std::string();
}

/// Returns when a process started, in ticks since the machine did; 0 where the system does not tell.
std::uint64_t startOf(std::string_view process) {
    constexpr int kFieldsBefore = 20;  // from the state, which follows the name, to the start
    const std::string status = shortText(fmt::format("/proc/{}/stat", process));
    const std::size_t name = status.rfind(')');  // which may have spaces and parentheses itself
    if (name == std::string::npos) return 0;
    std::size_t field = name + 1;
    for (int i = 0; i < kFieldsBefore - 1 && field != std::string::npos; ++i)
        field = status.find(' ', field + 1);
    if (field == std::string::npos) return 0;
    std::uint64_t start = 0;
    std::from_chars(status.data() + field + 1, status.data() + status.size(), start);
    return start;
}

struct Machine {
    std::uint64_t digest = 0xCBF29CE484222325U;  ///< FNV-1a
    bool isKnown = false;                        ///< nothing else has this digest

    void add(std::string_view text) {
        for (const char character : text)
            digest = (digest ^ static_cast<unsigned char>(character)) * 0x100000001B3U;
    }
};

Machine machineOfNow() {
    Machine machine;
    struct utsname names {};
    if (::uname(&names) == 0) machine.add(static_cast<const char*>(names.nodename));
    const std::string boot = shortText("/proc/sys/kernel/random/boot_id");
    const std::string processes = linkText("/proc/self/ns/pid");
    machine.add(boot);
    machine.add(processes);
    machine.isKnown = !boot.empty() && !processes.empty();
    return machine;
}

const Machine& thisMachine() {
    static const Machine kMachine = machineOfNow();
    return kMachine;
}

std::string machinePrefix() {
    return fmt::format("{}{:016x}-", kBegin, thisMachine().digest);
}

/// Takes a number and the '-' behind it from the front of a text.
std::optional<std::uint64_t> takeNumber(std::string_view& text) {
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (problem != std::errc() || length == text.size() || *end != '-') return std::nullopt;
    text.remove_prefix(length + 1);
    return number;
}

bool isGone(std::uint64_t process, std::uint64_t start) {
    if (::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH) return true;
    const std::uint64_t startOfNow = startOf(fmt::to_string(process));
    return startOfNow != 0 && startOfNow != start;  // another process got its number
}

}  // namespace

const std::string& temporaryPrefix() {
    // Of the process, and not of its parent, if it was forked meanwhile.
    thread_local std::pair<pid_t, std::string> known;
    if (known.first != ::getpid()) {
        known = {::getpid(), fmt::format("{}{}-{}-", machinePrefix(), ::getpid(), startOf("self"))};
    }
    return known.second;
}

std::string temporaryName() {
    static std::atomic<std::size_t> counter = 0;
    return fmt::format("{}{}{}", temporaryPrefix(), counter.fetch_add(1), kEnd);
}

bool isOfEndedProcess(std::string_view name) {
    if (!thisMachine().isKnown || !name.ends_with(kEnd)) return false;
    const std::string prefix = machinePrefix();
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    const auto process = takeNumber(name);
    if (!process || *process == 0 || *process > std::uint64_t{1} << 30U) return false;
    const auto start = takeNumber(name);
    return start && *start != 0 && isGone(*process, *start);
}

bool isTemporaryOf(std::string_view name, std::string_view prefix) {
    return name.starts_with(prefix) && name.ends_with(kEnd);
}

bool isTemporaryPrefix(std::string_view text) {
    constexpr std::size_t kDigits = 16;
    if (!text.starts_with(kBegin) || text.size() < kBegin.size() + kDigits + 1) return false;
    text.remove_prefix(kBegin.size());
    const std::string_view machine = text.substr(0, kDigits);
    if (machine.find_first_not_of("0123456789abcdef") != std::string_view::npos || text[kDigits] != '-')
        return false;
    text.remove_prefix(kDigits + 1);
    return takeNumber(text) && takeNumber(text) && text.empty();
}

}  // namespace rigkiln
