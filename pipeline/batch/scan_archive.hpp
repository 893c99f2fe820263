#pragma once

#include <memory>
#include <string>

#include "pipeline/batch/file_tree.hpp"
#include "pipeline/batch/open_archive.hpp"
#include "pipeline/batch/scan.hpp"
#include "pipeline/batch/scan_filter.hpp"

namespace rigkiln {

/// A place where an archive, or a folder of one, is searched.
struct ArchiveToScan {
    std::string path;      ///< absolute, of the archive
    std::string relative;  ///< of `folder`, below the root of the scan; empty: it is the root
    std::shared_ptr<const OpenArchive> archive;
    std::string folder{};  ///< in the archive; empty: all of it
};

/// Whether the walk has a file looked at: as an archive it could hold what is wanted, and its name says that
/// it may be one.
[[nodiscard]] bool isArchiveCandidate(const FileTree& tree, const ScanFilter& filter,
                                      const std::string& relative);

/// Adds the members that the filter takes, those of archives inside too. All of it or nothing: when it holds
/// more than the limits allow, that is a problem of the archive, and no member is added.
void scanArchive(FileTree& tree, const ScanFilter& filter, const ArchiveToScan& archive, ScanResult& result);

}  // namespace rigkiln
