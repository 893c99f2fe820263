#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/files/seen_files.hpp"
#include "pipeline/plan/bind.hpp"
#include "pipeline/plan/file_table.hpp"
#include "pipeline/plan/recognise_file.hpp"

namespace rigkiln {

/// Resources for looking at files.
struct FileProbeOptions {
    std::size_t memoryBytes = std::size_t{256} << 20U;
    const std::atomic<int>* stopLevel = nullptr;  ///< 1 or more: stop; may be null
    FileTree& files;                              ///< reads the files
    SeenFiles* seen = nullptr;                    ///< files that need not be read; may be null
    ReadLimits limits{};
    std::span<const ImageModule* const> images{};  ///< tell what files without a format are
};

/// Stores the kind, the size and the name of the asset of all files, from their heads, or from `seen`. Reads
/// many files at once on I/O threads, because disks serve parallel requests faster. Rows with equal paths are
/// read once. Returns the errors of files that could not be read (Environment) or unwrapped, in the order of
/// the rows; these files stay without a kind, as do those that were not looked at because of `stopLevel`.
[[nodiscard]] std::vector<Error> recogniseFiles(std::span<const FormatModule* const> formats,
                                                FileTable& files, const FileProbeOptions& options);

struct BindProbes {
    std::vector<ProbeResult> models{};  ///< see ProbeResults
    std::vector<ProbeResult> clips{};
    /// Files whose binding is uncertain because the disk did not give the bytes of one of them, with the
    /// reason: a clip and all its candidates.
    std::map<FileTable::Index, Error> uncertain{};
};

/// Probes the clips that have candidates, serve a class or pair by joint names, and the models that these may
/// go to. Reads and probes files on I/O threads within the given memory. Never fails: a damaged
/// file fails when it is converted.
[[nodiscard]] BindProbes probeCandidates(const FileTable& files, FileNumbers models, FileNumbers clips,
                                         const Candidates& candidates, const FileProbeOptions& options);

}  // namespace rigkiln
