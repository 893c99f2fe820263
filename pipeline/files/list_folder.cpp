#include "pipeline/files/list_folder.hpp"

#include <utility>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {

Result<FileDescriptor> openFolder(const std::string& path, bool followLink, Disk& disk) {
    const DiskResult<int> folder =
        disk.openFolder(Disk::kNoFolder, path, followLink ? Links::Follow : Links::Refuse);
    if (!folder) return systemError(kCannotReadFolder, path, "open the folder", folder.problem);
    return FileDescriptor(folder.value, disk);
}

Result<std::vector<FolderEntry>> listFolder(const FileDescriptor& folder, const std::string& path) {
    DiskResult<std::vector<FolderEntry>> entries = folder.disk().listFolder(folder.get());
    if (!entries) return systemError(kCannotReadFolder, path, "read the folder", entries.problem);
    return std::move(entries.value);
}

}  // namespace rigkiln
