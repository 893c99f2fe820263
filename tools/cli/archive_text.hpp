#pragma once

#include <string>

#include "pipeline/files/file_tree.hpp"

namespace rigkiln::cli {

/// Lists the content of an archive, or of a folder in it: members with their sizes, the content of archives
/// inside, and members that were refused. `path`: as given on the command line.
[[nodiscard]] std::string archiveText(FileTree& files, const FileTree::ArchiveFolder& place,
                                      const std::string& path);

/// Lists the content as archiveText does, as a JSON object.
[[nodiscard]] std::string archiveJson(FileTree& files, const FileTree::ArchiveFolder& place,
                                      const std::string& path);

}  // namespace rigkiln::cli
