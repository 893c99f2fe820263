#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/files/seen_files.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

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

    bool operator==(const WholeRun&) const = default;
};

[[nodiscard]] std::string encodeWholeRun(const WholeRun& run);
/// Reads it back. Returns nothing for bytes that are no such run. Safe for any bytes.
[[nodiscard]] std::optional<WholeRun> decodeWholeRun(std::string_view bytes);

/// Adds everything that decided a unit, and its outputs.
void addRecord(SeenFiles& seen, const UnitRecord& record);
/// Lists the folders of searches that no scan listed. Doubts where one was changed so late that it may have
/// been searched before.
void listSearches(SeenFiles& seen, Disk& disk, const Moment& started);

/// Returns true if the disk shows a folder exactly as it was seen.
[[nodiscard]] bool isAsSeen(const std::string& path, const SeenFolder& folder, Disk& disk);

}  // namespace rigkiln
