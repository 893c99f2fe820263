#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"

namespace rigkiln {

/// A file that this program wrote, as it was then.
struct OwnFile {
    std::string path{};  ///< absolute, below `root`
    std::string root{};  ///< output folder
    FileStatus status{};
    ContentDigest digest{};
};

enum class OwnFileState : std::uint8_t {
    Gone,     ///< nothing is there, or not even its folder
    Same,     ///< it is there with the bytes of then
    Changed,  ///< another file is in its place, or it was edited
};

struct OwnFileLook {
    OwnFileState state = OwnFileState::Gone;
    std::uint64_t inode = 0;  ///< of whatever is there
};

/// Compares a file with what this program wrote: by its status, and by its bytes where the status differs.
/// Follows no link below the root; what lies behind one is Changed, and so is a path that leads out of the
/// root. Fails with kind Environment where the disk does not tell.
[[nodiscard]] Result<OwnFileLook> lookAtOwnFile(const OwnFile& file, Disk& disk);

/// Removes a file that is the Same, and leaves any other. Returns the state that it was in.
[[nodiscard]] Result<OwnFileState> removeOwnFile(const OwnFile& file, Disk& disk);

/// Opens a folder that is a root or lies below it, without following a link below the root. Not open: there
/// is no such folder, or it cannot be opened.
[[nodiscard]] FileDescriptor openFolderBelow(const std::string& folder, const std::string& root, Disk& disk);

/// Removes a folder below the root, and those above it, as long as they have no entries. The root stays.
/// Returns the number of removed folders.
std::size_t removeEmptyFolders(const std::string& folder, const std::string& root, Disk& disk);

}  // namespace rigkiln
