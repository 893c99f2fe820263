#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/once.hpp"
#include "pipeline/cache/cache_files.hpp"
#include "pipeline/cache/unit_identity.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/report/report_parts.hpp"
#include "pipeline/state/freshness.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

struct CacheOptions {
    std::string folder{};   ///< absolute
    std::string version{};  ///< of the program
};

/// Outputs of runs on any machine, in a folder that all of them may use at the same time (cache_files.hpp).
/// Files appear complete or not at all, are checked when they are read, and never change their meaning. Safe
/// to use from many threads.
///
/// Never makes a run fail: what cannot be read is converted, what cannot be written is not kept, and the
/// report mentions it once.
class UnitCache {
public:
    explicit UnitCache(CacheOptions options, Disk& disk = realDisk());

    [[nodiscard]] const std::string& version() const { return options_.version; }

    /// Result of looking a unit up in the cache.
    struct Found {
        UnitRecord record{};  ///< for the tree of the unit; files have the status that they have now
        OutputSet outputs{};
    };
    /// Returns the unit if everything it would see is as it was when it was kept, and all of its outputs are
    /// there. `policy` as in RecordKey.
    [[nodiscard]] std::optional<Found> find(const UnitIdentity& unit, const ContentDigest& policy,
                                            FreshnessCheck& files);

    /// Keeps a unit: `record` has its key's policy, looks and report. Precondition: the disk is as the looks
    /// saw it.
    void keep(const UnitIdentity& unit, UnitRecord record, const OutputSet& outputs, FreshnessCheck& files);

    /// Counts a unit without identity.
    void leaveOut();

    /// Returns what was done so far. The numbers do not depend on the number of threads.
    [[nodiscard]] CacheReport report() const;

private:
    /// Units in one folder, listed when the first of them is looked for.
    struct Listing {
        Once listed;
        std::vector<CachedName> names{};
    };
    struct Writing {
        Once tried;
        bool isThere = false;
    };

    [[nodiscard]] std::span<const CachedName> namesOf(const ContentDigest& key);
    [[nodiscard]] std::optional<CacheFiles::Content> read(const CachedName& name);
    [[nodiscard]] std::optional<OutputSet> outputsOf(const UnitRecord& record);
    void touch(const CachedName& name, const FileStatus& status);
    [[nodiscard]] bool write(const CachedName& name, std::vector<SharedBytes> pieces);
    [[nodiscard]] bool place(const CachedName& name, std::vector<SharedBytes> pieces);
    void fail(const Error& error);

    static constexpr std::size_t kFolders = 256;

    CacheOptions options_;
    CacheFiles files_;
    Publisher publisher_;
    std::array<Listing, kFolders> listings_;
    mutable std::mutex mutex_;  ///< guards what follows
    std::map<CachedName, std::unique_ptr<Writing>> writings_;
    std::set<CachedName> damaged_;
    CacheReport report_;
};

}  // namespace rigkiln
