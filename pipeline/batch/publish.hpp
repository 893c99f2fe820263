#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/read_file.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

struct Published {
    std::size_t bytes = 0;  ///< of all files of the set
    bool changed = false;   ///< false: every file was there with these bytes and was not touched
};

/// Puts output sets on disk so that a path shows the old file or the new one, never a part of one, even when
/// the process is killed: each file is written to the end before it takes its name; the main file last. Safe
/// to use from many threads for different outputs.
///
/// Leftovers of runs of this machine that are dead are removed from every folder that is written to, and
/// hashed side files (`<stem>.<16 hex digits>.<extension>`) of earlier versions once the new set stands.
class Publisher {
public:
    Publisher();

    /// `outputPath` is the path of the main file, below `outputRoot`; both absolute. Missing folders are
    /// made. Below the root no symbolic link is followed. Fails with kind Environment and the path; the error
    /// leaves no temporary file, and the main file as it was.
    [[nodiscard]] Result<Published> publish(const std::string& outputPath, const std::string& outputRoot,
                                            const OutputSet& files);

private:
    /// What was in a folder before this run wrote to it.
    struct Folder {
        std::once_flag looked;
        std::map<std::string, std::vector<std::string>> sideFiles;  ///< by stem
    };

    Folder& lookedAt(const FileDescriptor& descriptor, const std::string& path);
    void removeLeftover(const FileDescriptor& folder, const std::string& name) const;
    static void removeStaleSideFiles(const FileDescriptor& descriptor, const Folder& folder,
                                     const OutputSet& files);
    std::string temporaryName();

    std::string prefix_;  ///< of temporary names of this machine: ".rigkiln-HOST-"
    std::atomic<std::size_t> counter_{0};
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Folder>> folders_;
};

/// The stem of "STEM.0123456789abcdef.bin"; empty for any other name.
[[nodiscard]] std::string_view stemOfSideFile(std::string_view name);

}  // namespace rigkiln
