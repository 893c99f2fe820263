#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"

/// The folder of a cache:
///
///     1/units/XX/KEY-CONTENT      what one unit saw, told and wrote, under its key (identityOf); several
///     units
///                                 may have one key, because they found other companions
///     1/files/XX/CONTENT-SIZE     the bytes of one output, under their digest
///
/// XX are the first two digits of the name. CONTENT is the digest of the file, and of the key too for a unit.
/// So a name tells what is in the file: a file is never replaced by another one, any number of writers may
/// write the same one, and damage is noticed. "1" is the version of all this.
namespace rigkiln {

/// A file of the cache by its name.
struct CachedName {
    ContentDigest first{};    ///< of a unit its key, of an output its content
    ContentDigest content{};  ///< of a unit
    std::uint64_t size = 0;   ///< of an output
    bool isUnit = false;

    auto operator<=>(const CachedName&) const = default;  // NOLINT(modernize-use-nullptr): generated 0

    [[nodiscard]] std::string text() const;
};

/// Returns nothing for names of other files.
[[nodiscard]] std::optional<CachedName> cachedNameOf(std::string_view name, bool isUnit);

/// Returns the digest that a stored unit has in its name.
[[nodiscard]] ContentDigest digestOfUnit(const ContentDigest& key, std::span<const std::byte> bytes);

/// The files of one cache. Safe to use from many threads.
class CacheFiles {
public:
    /// `disk` must outlive this.
    CacheFiles(std::string folder, Disk& disk) : folder_(std::move(folder)), disk_(disk) {}

    [[nodiscard]] const std::string& folder() const { return folder_; }
    [[nodiscard]] Disk& disk() const { return disk_; }
    /// Returns the folder of the version.
    [[nodiscard]] std::string versionFolder() const { return folder_ + "/1"; }
    [[nodiscard]] std::string pathOf(const CachedName& name) const;
    [[nodiscard]] static std::string folderNameOf(const ContentDigest& digest);

    /// Returns the units that a folder (two digits) has, or its outputs, sorted.
    [[nodiscard]] std::vector<CachedName> namesIn(const std::string& digits, bool isUnit) const;

    struct Content {
        std::vector<std::byte> bytes{};
        FileStatus status{};
        std::shared_ptr<const FileDescriptor> file{};  ///< open for reading
    };
    /// Reads a file. Nothing when it is not there or cannot be read. Damaged: kCacheDamaged, with its path.
    [[nodiscard]] Result<std::optional<Content>> read(const CachedName& name) const;

private:
    std::string folder_;
    Disk& disk_;
};

}  // namespace rigkiln
