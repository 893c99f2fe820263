#include "pipeline/run/host.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>
#include <sched.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace rigkiln {
namespace {

std::optional<std::string> textOf(const std::string& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::optional<std::uint64_t> leadingNumber(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> numberIn(const std::string& path) {
    const std::optional<std::string> text = textOf(path);
    return text ? leadingNumber(*text) : std::nullopt;
}

/// Returns the folder of our control group in the hierarchy of `controller` (empty: version 2) and all its
/// parents, since each may set a limit. Includes the root, because in a container the group's path may not
/// exist below the mount.
std::vector<std::string> groupFolders(const HostFiles& files, std::string_view controller) {
    const std::string root =
        controller.empty() ? files.controlGroupRoot : files.controlGroupRoot + "/" + std::string(controller);
    std::vector<std::string> folders = {root};
    const std::string groups = textOf(files.ownControlGroups).value_or("");
    for (std::size_t begin = 0; begin < groups.size();) {
        const std::size_t end = std::min(groups.find('\n', begin), groups.size());
        const std::string line = groups.substr(begin, end - begin);
        begin = end + 1;
        // "4:cpu,cpuacct:/some/group"; version 2 is "0::/some/group".
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool ours = controller.empty()
                              ? names == ",,"
                              : names.find("," + std::string(controller) + ",") != std::string::npos;
        const std::string path = line.substr(second + 1);
        if (!ours || path.find("..") != std::string::npos) continue;
        for (std::size_t slash = path.find('/', 1); path.size() > 1; slash = path.find('/', slash + 1)) {
            folders.push_back(root + path.substr(0, slash));
            if (slash == std::string::npos) break;
        }
    }
    return folders;
}

template <class Number>
void lower(std::optional<Number>& limit, Number other) {
    limit = limit ? std::min(*limit, other) : other;
}

std::optional<unsigned> processors(std::uint64_t quota, std::uint64_t period) {
    if (period == 0 || quota == 0) return std::nullopt;
    const std::uint64_t count = quota / period + (quota % period == 0 ? 0 : 1);
    return static_cast<unsigned>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max()));
}

}  // namespace

std::optional<unsigned> controlGroupProcessors(const HostFiles& files) {
    std::optional<unsigned> limit;
    for (const std::string& folder : groupFolders(files, "")) {
        // "150000 100000", or "max 100000" for no quota.
        const std::string text = textOf(folder + "/cpu.max").value_or("");
        const std::size_t space = text.find(' ');
        if (space == std::string::npos) continue;
        const auto quota = leadingNumber(text);
        const auto period = leadingNumber(std::string_view(text).substr(space + 1));
        if (!quota || !period) continue;
        if (const auto count = processors(*quota, *period)) lower(limit, *count);
    }
    for (const std::string& folder : groupFolders(files, "cpu")) {
        const auto quota = numberIn(folder + "/cpu.cfs_quota_us");  // -1 for no quota fails to parse
        const auto period = numberIn(folder + "/cpu.cfs_period_us");
        if (!quota || !period) continue;
        if (const auto count = processors(*quota, *period)) lower(limit, *count);
    }
    return limit;
}

std::optional<std::size_t> controlGroupMemoryBytes(const HostFiles& files) {
    std::optional<std::size_t> limit;
    for (const std::string& folder : groupFolders(files, "")) {
        if (const auto bytes = numberIn(folder + "/memory.max")) lower<std::size_t>(limit, *bytes);
    }
    for (const std::string& folder : groupFolders(files, "memory")) {
        if (const auto bytes = numberIn(folder + "/memory.limit_in_bytes")) lower<std::size_t>(limit, *bytes);
    }
    return limit;
}

unsigned defaultJobs() {
    unsigned count = std::max(1U, std::thread::hardware_concurrency());
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (::sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
        count = static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
    }
    return std::max(1U, std::min(count, controlGroupProcessors(HostFiles{}).value_or(count)));
}

std::size_t defaultMemoryBytes() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long pageSize = ::sysconf(_SC_PAGESIZE);
    constexpr std::size_t kWhenUnknown = std::size_t{2} << 30U;
    const std::size_t physical = pages > 0 && pageSize > 0
                                     ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(pageSize)
                                     : kWhenUnknown;
    return std::min(physical, controlGroupMemoryBytes(HostFiles{}).value_or(physical)) / 2;
}

void beNice(int niceness) {
    // Needs no right, and stops at the largest.
    if (niceness > 0) [[maybe_unused]]
        const int now = ::nice(niceness);
}

}  // namespace rigkiln
