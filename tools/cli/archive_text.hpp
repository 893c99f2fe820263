#pragma once

#include <string>

#include "pipeline/batch/file_tree.hpp"

namespace rigkiln::cli {

/// What is in an archive, or in a folder of it: members with their sizes, archives inside with theirs, what
/// was left alone. `path`: what a person called it.
[[nodiscard]] std::string archiveText(FileTree& files, const FileTree::ArchiveFolder& place,
                                      const std::string& path);

/// The same as a JSON object.
[[nodiscard]] std::string archiveJson(FileTree& files, const FileTree::ArchiveFolder& place,
                                      const std::string& path);

}  // namespace rigkiln::cli
