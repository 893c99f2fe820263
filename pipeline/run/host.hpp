#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rigkiln {

/// Returns the number of processors this process may use: its affinity, limited by the CPU quota of its
/// control groups (v2 cpu.max, v1 cfs quota), at least 1. oneTBB before 2022.3 ignores quotas.
[[nodiscard]] unsigned defaultJobs();

/// Returns half of the physical memory, or half of the control groups' limit if that is less.
[[nodiscard]] std::size_t defaultMemoryBytes();

/// Location of the kernel's files; replaced in tests.
struct HostFiles {
    std::string controlGroupRoot = "/sys/fs/cgroup";
    std::string ownControlGroups = "/proc/self/cgroup";
};

/// Returns the quota in processors, rounded up; nothing when there is none.
[[nodiscard]] std::optional<unsigned> controlGroupProcessors(const HostFiles& files);
/// Returns the limit in bytes; nothing when there is none.
[[nodiscard]] std::optional<std::size_t> controlGroupMemoryBytes(const HostFiles& files);

/// Lets other processes go first: adds to the niceness of this thread and of those that it starts. The kernel
/// derives the priority of their reads and writes from it. Precondition: `niceness` is not negative.
void beNice(int niceness);

}  // namespace rigkiln
