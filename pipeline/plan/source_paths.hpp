#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/files/disk.hpp"
#include "pipeline/plan/file_table.hpp"

namespace rigkiln {

/// Finds the paths that a table of sources has for folders of outputs, where one folder has several paths: a
/// symbolic link lies above an output root or the root of a scan, or a file system is mounted twice.
///
/// Looks at the roots only. Neither scans nor outputs follow links below them, so the rest of a path is the
/// same by every name of the root.
class SourcePaths {
public:
    /// Both must outlive it.
    SourcePaths(const FileTable& files, Disk& disk) : files_(files), disk_(disk) {}

    /// Returns the other paths of a folder at or below an output root that folders of sources have. Some may
    /// belong to another folder with the same number on another file system: ask isSameFile about the files.
    [[nodiscard]] const std::vector<std::string>& of(const std::string& root, std::string_view folder);
    /// Whether both paths are those of one file. Also true where the disk does not tell.
    [[nodiscard]] bool isSameFile(const std::string& left, const std::string& right) const;

private:
    /// A folder on the disk or one above it.
    struct Ancestor {
        std::size_t bytes = 0;    ///< of the canonical path
        std::uint64_t inode = 0;  ///< 0: unknown
    };
    struct Root {
        std::string path{};                 ///< as the plan names it, without slash at the end
        std::string canonical{};            ///< likewise
        std::vector<Ancestor> ancestors{};  ///< from the folder itself upwards
    };
    /// A folder of outputs and its path among the sources.
    struct Pair {
        std::string output;
        std::string source;
    };

    [[nodiscard]] std::vector<Root> rootsOf(const std::vector<std::string>& paths);
    [[nodiscard]] std::uint64_t inodeOf(const std::string& canonical);
    void findPairs(const std::string& root);
    /// Returns what follows the path of `outer` in that of `inner`, for each way up that reaches it.
    [[nodiscard]] static std::vector<std::string> tailsBelow(const Root& outer, const Root& inner);

    const FileTable& files_;
    Disk& disk_;
    std::vector<Root> sources_;
    bool haveSources_ = false;
    std::map<std::string, std::uint64_t> inodes_;
    std::map<std::string, std::vector<Pair>> pairs_;  ///< by output root
    // The folder that was asked for last.
    std::string lastRoot_;
    std::string lastFolder_;
    bool hasLast_ = false;
    std::vector<std::string> lastPaths_;
};

}  // namespace rigkiln
