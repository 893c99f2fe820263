#pragma once

#include <filesystem>
#include <string>

#include "pipeline/files/disk.hpp"
#include "pipeline/files/file_tree.hpp"

/// Paths as users give them.
namespace rigkiln {

/// Returns the absolute form of a path, without a slash at its end.
[[nodiscard]] std::filesystem::path absolutePath(const std::string& path);

/// Returns the absolute form of a path with links on the disk followed. The part inside an archive stays as
/// it is.
[[nodiscard]] std::string resolvedPath(const std::string& path, Disk& disk = realDisk());

/// Whether a path is a folder on the disk; false for paths that cannot be accessed.
[[nodiscard]] bool isFolderOn(Disk& disk, const std::string& path);

/// Whether a path can be searched for files: a folder on the disk, an archive, or a folder in one.
[[nodiscard]] bool isSearchable(FileTree& files, const std::string& path);

}  // namespace rigkiln
