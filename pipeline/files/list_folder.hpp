#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Opens a folder for reading. With `followLink` false, fails for a symbolic link.
[[nodiscard]] Result<FileDescriptor> openFolder(const std::string& path, bool followLink,
                                                Disk& disk = realDisk());

/// Returns all entries of an open folder except "." and "..", in the order of the file system. `path` is for
/// messages.
[[nodiscard]] Result<std::vector<FolderEntry>> listFolder(const FileDescriptor& folder,
                                                          const std::string& path);

}  // namespace rigkiln
