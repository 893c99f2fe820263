#pragma once

#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln {

/// Paths on the disk that decide a result. Both sorted, each path once.
struct DependencyPaths {
    std::vector<std::string> files{};    ///< that were read; an archive in place of its members
    std::vector<std::string> folders{};  ///< in which something was looked for
};

/// Collects what a command looked at. Safe to use from many threads.
class Dependencies {
public:
    /// Adds a file that was read, or looked for in vain; also one inside an archive.
    void add(std::string path);
    void add(const std::vector<Look>& looks);
    /// Adds what planning looked at and the sources of all units.
    void add(const Plan& plan);

    /// Returns the paths as files and folders that are there now. In place of a missing path stands the
    /// nearest folder above it that is there: whatever appears changes that.
    [[nodiscard]] DependencyPaths paths(Disk& disk) const;

private:
    mutable std::mutex mutex_;
    std::unordered_set<std::string> paths_;  ///< sorted when they are given out
};

}  // namespace rigkiln
