#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/bind.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/plan/source_file.hpp"

namespace rigkiln {

/// Resources for looking at files.
struct FileProbeOptions {
    std::size_t memoryBytes = std::size_t{256} << 20U;
    const std::atomic<int>* stopLevel = nullptr;  ///< 1 or more: stop; may be null
    FileTree& files;                              ///< reads the files
};

/// Reads the heads of files and recognises them. Reads many files at once on I/O threads, because disks serve
/// parallel requests faster. Returns one result per path.
[[nodiscard]] std::vector<Result<RecognisedFile>> recogniseFiles(std::span<const FormatModule* const> formats,
                                                                 const std::vector<std::string>& paths,
                                                                 const FileProbeOptions& options);

struct BindProbes {
    std::vector<ProbeResult> models;  ///< one per model
    std::vector<ProbeResult> clips;   ///< one per clip
    /// Files whose binding is uncertain because the disk did not give the bytes of one of them, by path, with
    /// the reason: a clip and all its candidates.
    std::map<std::string, Error> uncertain{};
};

/// Probes the clips that have candidates, serve a class or pair by joint names, and the models that these may
/// go to. Reads and probes files on I/O threads within the given memory. Never fails: a damaged
/// file fails when it is converted.
[[nodiscard]] BindProbes probeCandidates(std::span<const SourceFile> models,
                                         std::span<const SourceFile> clips,
                                         const std::vector<std::vector<std::size_t>>& candidates,
                                         const FileProbeOptions& options);

}  // namespace rigkiln
