#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// XXH3-128 hash of the content of a file.
struct ContentDigest {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    auto operator<=>(const ContentDigest&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

[[nodiscard]] ContentDigest digestOf(std::span<const std::byte> bytes);  // in content_hash.cpp

enum class LookKind : std::uint8_t {
    Read,     ///< the content of the file at `path`, which may lead into an archive
    Missing,  ///< there was nothing to read at `path`
    Archive,  ///< a file on the disk whose members were listed
    Search,   ///< `names` were looked for in `path`, ignoring case; `found` are those that were there
    Listing,  ///< `found` are the names of all image files in the folder `path`
    Unread,   ///< the disk or its rights kept the file at `path` from being read; another try may read it
};

/// Where a Search looked.
enum class SearchPlace : std::uint8_t {
    Folder,      ///< images directly in the folder
    WithInside,  ///< also those in archives and files with images in the folder; or, of an archive, all below
    File,        ///< images inside the file
    Folders,     ///< folders directly in the folder
};

/// One look at the file system that a result depends on. Two looks are equal when they saw the same.
struct Look {
    LookKind kind = LookKind::Read;
    std::string path{};                ///< absolute
    std::vector<std::string> names{};  ///< case folded, best first; Search only
    std::vector<std::string> found{};  ///< paths below `path`, as they are spelt; Search and Listing only
    SearchPlace place = SearchPlace::Folder;  ///< Search only
    std::uint64_t sizeBytes = 0;              ///< Read and Archive; packed, as it lies there
    // The next five are set for an Archive, and for a Read of a file on the disk.
    std::int64_t modifiedSeconds = 0;
    std::int64_t modifiedNanoseconds = 0;
    std::int64_t changedSeconds = 0;
    std::int64_t changedNanoseconds = 0;
    std::uint64_t inode = 0;  ///< 0: a member of an archive
    /// Read: empty when the file was not read to its end, or is behind a symbolic link that was not followed.
    /// Archive: only where a record needs it (cache).
    std::optional<ContentDigest> digest{};

    auto operator<=>(const Look&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

/// Returns the look with the status of its file.
[[nodiscard]] inline Look withStatus(Look look, const FileStatus& status) {
    look.sizeBytes = status.sizeBytes;
    look.modifiedSeconds = status.modifiedSeconds;
    look.modifiedNanoseconds = status.modifiedNanoseconds;
    look.changedSeconds = status.changedSeconds;
    look.changedNanoseconds = status.changedNanoseconds;
    look.inode = status.inode;
    return look;
}

/// Returns the status of the file of a Read or an Archive on the disk.
[[nodiscard]] inline FileStatus statusOf(const Look& look) {
    return {.type = FileType::File,
            .sizeBytes = look.sizeBytes,
            .modifiedSeconds = look.modifiedSeconds,
            .modifiedNanoseconds = look.modifiedNanoseconds,
            .changedSeconds = look.changedSeconds,
            .changedNanoseconds = look.changedNanoseconds,
            .inode = look.inode};
}

/// Records every look of one unit. If no look would see something else, the unit gives the same result. Safe
/// to use from many threads.
class Journal {
public:
    void add(Look look);
    void addAll(std::span<const Look> looks);

    /// Returns what was recorded, sorted, without duplicates.
    [[nodiscard]] std::vector<Look> looks() const;

private:
    mutable std::mutex mutex_;
    std::vector<Look> looks_;
};

/// Adds a look to `journal` unless it is null.
inline void note(Journal* journal, Look look) {
    if (journal != nullptr) journal->add(std::move(look));
}

}  // namespace rigkiln
