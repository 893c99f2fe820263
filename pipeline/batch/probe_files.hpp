#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/bind.hpp"
#include "pipeline/batch/file_tree.hpp"
#include "pipeline/batch/plan.hpp"
#include "pipeline/batch/recognise_file.hpp"

namespace rigkiln {

/// How much of the machine looking at files may take.
struct FileProbeOptions {
    unsigned jobs = 1;
    std::size_t memoryBytes = std::size_t{256} << 20U;
    const std::atomic<int>* stopLevel = nullptr;  ///< 1 or more: give up; may be null
    FileTree& files;                              ///< what reads them
};

/// Looks at the heads of files, many at once on I/O threads: the disk answers several questions faster than
/// one. One result per path.
[[nodiscard]] std::vector<Result<RecognisedFile>> recogniseFiles(std::span<const FormatModule* const> formats,
                                                                 const std::vector<std::string>& paths,
                                                                 const FileProbeOptions& options);

struct BindProbes {
    std::vector<ProbeResult> models;  ///< one per model
    std::vector<ProbeResult> clips;   ///< one per clip
};

/// Probes the clips that have candidates, serve a class or pair by the names of joints, and the models these
/// may go to. Whole files are read and probed on I/O threads, within the memory given: probing looks at
/// little of them. Never fails: a file that cannot be probed fails when it is converted.
[[nodiscard]] BindProbes probeCandidates(std::span<const SourceFile> models,
                                         std::span<const SourceFile> clips,
                                         const std::vector<std::vector<std::size_t>>& candidates,
                                         const FileProbeOptions& options);

}  // namespace rigkiln
