#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {

struct FolderEntry {
    std::string name;
    unsigned char type =
        0;  ///< DT_REG, DT_DIR ... of dirent.h; DT_UNKNOWN where the file system does not say
};

/// Opens a folder for reading. With `followLink` false, fails for a symbolic link.
[[nodiscard]] Result<FileDescriptor> openFolder(const std::string& path, bool followLink);

/// Returns all entries of an open folder except "." and "..", in the order of the file system. `path` is for
/// messages.
[[nodiscard]] Result<std::vector<FolderEntry>> listFolder(const FileDescriptor& folder,
                                                          const std::string& path);

}  // namespace rigkiln
