#pragma once

#include <memory>
#include <string>

#include "pipeline/files/file_tree.hpp"
#include "pipeline/files/open_archive.hpp"
#include "pipeline/plan/scan.hpp"
#include "pipeline/plan/scan_filter.hpp"

namespace rigkiln {

/// An archive, or a folder inside one, to search.
struct ArchiveToScan {
    std::string path;      ///< absolute path of the archive
    std::string relative;  ///< path of `folder` relative to the scan's root; empty: it is the root
    std::shared_ptr<const OpenArchive> archive;
    std::string folder{};  ///< in the archive; empty: the whole archive
};

/// Returns true when the scan should try to open a file as an archive: patterns may match below it, and its
/// name suggests an archive.
[[nodiscard]] bool isArchiveCandidate(const FileTree& tree, const ScanFilter& filter,
                                      const std::string& relative);

/// Adds the members that the filter accepts, including those of inner archives. When the archive exceeds the
/// limits, it adds a problem and no members at all.
void scanArchive(FileTree& tree, const ScanFilter& filter, const ArchiveToScan& archive, ScanResult& result);

}  // namespace rigkiln
