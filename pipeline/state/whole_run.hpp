#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/files/seen_files.hpp"
#include "pipeline/report/report_parts.hpp"
#include "pipeline/report/report_totals.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Everything that a run of a part needs to stand for a run of all units.
struct RunParts {
    UnlistedUnits others{};                ///< the plain units
    std::vector<std::string> special{};    ///< outputs of all other units; at most kMostSpecial
    std::vector<IgnoredReport> ignored{};  ///< at most kMostIgnored
    std::uint64_t rowCount = 0;            ///< of units
    std::uint64_t rows = 0;                ///< sum of their digests

    static constexpr std::size_t kMostSpecial = 1000;
    static constexpr std::size_t kMostIgnored = 1000;

    bool operator==(const RunParts&) const = default;
};

/// A run whose result stays the same as long as the folders that it saw do.
struct WholeRun {
    ContentDigest key{};         ///< of everything that decides a run besides files
    std::uint64_t rowCount = 0;  ///< of folders
    std::uint64_t rows = 0;      ///< sum of digests of all of them
    std::string summary{};       ///< of the same run once more
    int exitCode = 0;
    std::size_t unchanged = 0;  ///< units that were not tried, in that run
    std::size_t converted = 0;  ///< units that failed while planning
    std::size_t failed = 0;
    std::optional<RunParts> parts{};  ///< none: a run of a part would not be the same

    bool operator==(const WholeRun&) const = default;
};

[[nodiscard]] std::string encodeWholeRun(const WholeRun& run);
/// Reads it back. Returns nothing for bytes that are no such run. Safe for any bytes.
[[nodiscard]] std::optional<WholeRun> decodeWholeRun(std::string_view bytes);

/// Adds everything that decided a unit, and its outputs.
void addUnitFiles(SeenFiles& seen, std::span<const Look> looks, std::span<const OutputRecord> outputs);
/// Lists the folders of searches that no scan listed. Doubts where one was changed so late that it may have
/// been searched before.
void listSearches(SeenFiles& seen, Disk& disk, const Moment& started);

/// Compares the disk with a folder as it was seen, given as the bytes of encodeSeenFolder. Returns the names
/// of files that are there with another status; nothing where anything else differs, or the bytes are no
/// folder.
[[nodiscard]] std::optional<std::vector<std::string>> changedFiles(const std::string& path,
                                                                   std::string_view bytes, Disk& disk);

}  // namespace rigkiln
