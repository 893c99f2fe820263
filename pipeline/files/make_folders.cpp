#include "pipeline/files/make_folders.hpp"

#include <cerrno>
#include <cstddef>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {

Status makeFolders(Disk& disk, const std::string& path) {
    for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
        const std::string part = path.substr(0, slash);
        const int problem = disk.makeFolder(Disk::kNoFolder, part);
        if (problem != 0 && problem != EEXIST) {
            // Existing parent folders need not be writable.
            const DiskResult<FileStatus> there = disk.lookAt(Disk::kNoFolder, part, Links::Follow);
            const bool isThere = there && there.value.type == FileType::Folder;
            if (!isThere) return systemError(kCannotWrite, part, "make the folder", problem);
        }
        if (slash == std::string::npos) return Done{};
    }
}

}  // namespace rigkiln
