#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"

/// Inspection and cleaning of a cache by a person. All of it is safe while runs use the cache: at worst, one
/// of them converts what it would have found.
namespace rigkiln {

/// How much a cache holds.
struct CacheStatistics {
    std::size_t units = 0;
    std::size_t files = 0;       ///< distinct outputs
    std::uint64_t bytes = 0;     ///< of both
    std::int64_t oldestUse = 0;  ///< seconds of the system's clock; 0 without units
    std::int64_t newestUse = 0;
};

/// Fails with kNoCache when there is none, also below.
[[nodiscard]] Result<CacheStatistics> statisticsOf(const std::string& folder, Disk& disk = realDisk());

struct CacheVerification {
    std::size_t units = 0;
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    std::vector<Error> damaged{};  ///< in the order of their paths
    std::size_t incomplete = 0;    ///< units of which an output is not there: never used
    std::size_t removed = 0;
};

/// Reads every file and compares it with its name.
[[nodiscard]] Result<CacheVerification> verifyCache(const std::string& folder, bool removesDamaged,
                                                    Disk& disk = realDisk());

struct CacheLimits {
    std::optional<std::uint64_t> maximumBytes{};
    std::optional<std::int64_t> maximumSeconds{};  ///< since the last use
};

struct CacheCollection {
    std::size_t unitsRemoved = 0;
    std::size_t filesRemoved = 0;
    std::uint64_t bytesRemoved = 0;
    CacheStatistics left{};
    std::optional<Error> problem{};  ///< the first reason why something was not removed
};

/// Removes the units that were not used for longest until the limits hold, and outputs that no unit has. What
/// was added or used within the last hour stays if no unit has it yet. `now` as Moment::seconds.
[[nodiscard]] Result<CacheCollection> collectCache(const std::string& folder, const CacheLimits& limits,
                                                   std::int64_t now, Disk& disk = realDisk());

}  // namespace rigkiln
