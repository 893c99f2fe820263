#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/files/seen_files.hpp"
#include "pipeline/plan/file_table.hpp"

namespace rigkiln {

struct ScanRequest {
    std::string root;  ///< absolute
    std::vector<std::string> include;
    std::vector<std::string> exclude;
    bool ignoreCase = true;
    const std::atomic<int>* stopLevel = nullptr;  ///< 1 or more: stop; may be null
    FileTree* archives = nullptr;                 ///< opens archives; null: archives stay closed
    Disk* disk = nullptr;                         ///< null: the real one
    SeenFiles* seen = nullptr;                    ///< gets the status of each found file; may be null
};

/// A file that matched but was left out, with the reason.
struct LeftFile {
    std::string path;
    std::string reason;
    bool isGone = false;          ///< a link whose target is not there
    bool isLinkedFolder = false;  ///< a link to a folder, or one that may be: files below it were not sought
};

/// Laws: files are sorted by relative path (bytewise), without duplicates.
struct ScanResult {
    FileTable files{};
    std::vector<LeftFile> left{};
    /// Folders and files that could not be read, and damaged archives (Input); sorted by path.
    std::vector<Error> problems{};
    /// Folders that were listed and files that were searched as archives, without order.
    std::vector<std::string> searched{};
};

/// Finds regular files below the root that match an include and no exclude. Does not follow symbolic links to
/// folders: they may lead in circles. Such a link is left out with its reason if files below it could match.
/// A link to a file counts as its target when that lies below the same root, and is left out
/// otherwise. Fails when the root cannot be read or a pattern is invalid.
///
/// Archives are searched like folders, also inside each other; the root may be one, too. A file is opened as
/// an archive when a pattern could match below it, and when its name has an archive's extension or a pattern
/// names it as a folder ("data.bin/**"). Opening all of a million files would cost more than the rest of the
/// scan. The bytes then decide whether it is an archive. An opened archive is not a file of the result; an
/// excluded one stays closed.
[[nodiscard]] Result<ScanResult> scan(const ScanRequest& request);

/// Runs several scans in parallel, since each scan mostly waits for the file system. Returns one result per
/// request.
[[nodiscard]] std::vector<Result<ScanResult>> scanEach(const std::vector<ScanRequest>& requests);

}  // namespace rigkiln
