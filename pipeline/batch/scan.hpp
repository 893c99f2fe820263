#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/file_tree.hpp"

namespace rigkiln {

struct ScanRequest {
    std::string root;  ///< absolute
    std::vector<std::string> include;
    std::vector<std::string> exclude;
    bool ignoreCase = true;
    const std::atomic<int>* stopLevel = nullptr;  ///< 1 or more: give up; may be null
    FileTree* archives = nullptr;                 ///< what opens archives; null: they stay closed
};

struct ScannedFile {
    std::string path;      ///< root and `relative`
    std::string relative;  ///< separated by '/', bytes as the file system has them
    std::size_t sizeBytes = 0;
    bool isMember = false;      ///< of an archive
    std::size_t heldBytes = 0;  ///< of the archive that must be in memory to read it

    bool operator==(const ScannedFile&) const = default;
};

/// A file that matched and was left alone, and why.
struct LeftFile {
    std::string path;
    std::string reason;
};

/// Laws: files are sorted by `relative` (by bytes), each path once.
struct ScanResult {
    std::vector<ScannedFile> files{};
    std::vector<LeftFile> left{};
    /// Folders and files that could not be looked at, archives that are damaged (Input); sorted by path.
    std::vector<Error> problems{};
};

/// Regular files below the root that match an include and no exclude. Symbolic links to folders are not
/// followed; a link to a file counts as the file it leads to when that lies below the same root, and is left
/// alone otherwise. Fails when the root cannot be read or a pattern is none.
///
/// Archives are folders, one inside the other too, and so may be the root. A file is looked at as one when a
/// pattern could match below it, and either its name has an extension of archives or a pattern names it as a
/// folder ("data.bin/**"): opening each of a million files costs more than the whole walk. Its bytes then say
/// what it is. An archive that is opened is no file; one that an exclude matches stays closed.
[[nodiscard]] Result<ScanResult> scan(const ScanRequest& request);

/// Several scans side by side: a walk asks the file system for one thing after the other. One result per
/// request.
[[nodiscard]] std::vector<Result<ScanResult>> scanEach(const std::vector<ScanRequest>& requests,
                                                       unsigned jobs);

}  // namespace rigkiln
