#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rigkiln {

/// Processors this process may really use: its affinity, cut by the CPU quota of its control groups (v2
/// cpu.max, v1 cfs quota), at least 1. oneTBB before 2022.3 does not look at quotas.
[[nodiscard]] unsigned defaultJobs();

/// Half of what there is: physical memory or the limit of the control groups, whichever is less.
[[nodiscard]] std::size_t defaultMemoryBytes();

/// Where the files of the kernel stand; elsewhere in tests.
struct HostFiles {
    std::string controlGroupRoot = "/sys/fs/cgroup";
    std::string ownControlGroups = "/proc/self/cgroup";
};

/// Quota in processors, rounded up; nothing when there is none.
[[nodiscard]] std::optional<unsigned> controlGroupProcessors(const HostFiles& files);
/// Limit in bytes; nothing when there is none.
[[nodiscard]] std::optional<std::size_t> controlGroupMemoryBytes(const HostFiles& files);

}  // namespace rigkiln
