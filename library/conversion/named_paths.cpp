#include "library/conversion/named_paths.hpp"

namespace rigkiln {

namespace fs = std::filesystem;

fs::path absolutePath(const std::string& path) {
    const fs::path absolute = fs::absolute(path).lexically_normal();
    return absolute.has_filename() ? absolute : absolute.parent_path();
}

std::string resolvedPath(const std::string& path, Disk& disk) {
    std::string absolute = fs::absolute(path).lexically_normal().string();
    if (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
    // Resolves the longest part of the path that exists, and appends the rest.
    for (std::size_t end = absolute.size(); end != std::string::npos && end > 0;
         end = absolute.rfind('/', end - 1)) {
        const DiskResult<std::string> target = disk.canonicalPath(absolute.substr(0, end));
        if (!target) continue;
        const bool isWhole = end == absolute.size();
        if (!isWhole) {
            const DiskResult<FileStatus> status = disk.lookAt(Disk::kNoFolder, target.value, Links::Follow);
            if (!status || status.value.type != FileType::File) break;
        }
        return target.value + absolute.substr(end);
    }
    return absolute;
}

bool isFolderOn(Disk& disk, const std::string& path) {
    const DiskResult<FileStatus> status = disk.lookAt(Disk::kNoFolder, path, Links::Follow);
    return status && status.value.type == FileType::Folder;
}

bool isSearchable(FileTree& files, const std::string& path) {
    if (isFolderOn(files.disk(), path)) return true;
    return files.archiveFolderAt(resolvedPath(path, files.disk())).has_value();
}

}  // namespace rigkiln
