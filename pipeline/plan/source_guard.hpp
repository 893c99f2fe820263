#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/plan/file_table.hpp"
#include "pipeline/plan/source_paths.hpp"
#include "pipeline/plan/split_path.hpp"

namespace rigkiln {

/// Keeps outputs from overwriting sources. Safe to use from many threads.
class SourceGuard {
public:
    /// Both must outlive it, and the rows of the table must stay as they are.
    SourceGuard(const FileTable& files, Disk& disk);

    /// Returns why a file at or below an output root must not be written: its path leads to a source.
    /// Nothing: it may be written.
    [[nodiscard]] std::optional<Error> refusalOf(const std::string& root, const SplitPath& output);

private:
    [[nodiscard]] bool isSource(const SplitPath& path);

    const FileTable& files_;
    std::mutex mutex_;  // of what follows
    SourcePaths otherPaths_;
    std::optional<FileFinder> finder_;  ///< made only where outputs lie beside sources
};

}  // namespace rigkiln
