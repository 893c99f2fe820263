#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/read_file.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

/// A file that several output sets have in common.
struct SharedFile {
    std::size_t bytes = 0;
    bool changed = false;  ///< false: it was there with these bytes before the run
};

struct Published {
    std::size_t bytes = 0;                    ///< of all files of the set that are its own
    bool changed = false;                     ///< false: every file was there with these bytes before the run
    std::vector<const SharedFile*> shared{};  ///< each once; valid as long as the publisher
};

/// Puts output sets on disk so that a path shows the old file or the new one, never a part of one, even when
/// the process is killed: each file is written to the end before it takes its name; shared files first, the
/// main file last. Safe to use from many threads for different outputs.
///
/// A shared file is placed once, in the folder kSharedFolder of the output root; whoever else has it waits
/// for that and takes its name on trust. When it cannot be placed, every set that has it fails.
///
/// Leftovers of runs of this machine that are dead are removed from every folder that is written to, and
/// hashed side files (`<stem>.<16 hex digits>.<extension>`) of earlier versions once the new set stands.
/// Shared files stay: outputs that this run does not make may refer to them.
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
        std::map<std::string, std::vector<std::string>> sideFiles;  ///< by name without the hash
    };

    struct SharedEntry {
        std::once_flag tried;
        std::optional<Error> error;
        SharedFile file;
    };

    Result<const SharedFile*> publishShared(const std::string& outputRoot, const OutputFile& file);
    void placeShared(const std::string& path, const std::string& outputRoot, const OutputFile& file,
                     SharedEntry& entry);
    Result<bool> place(const FileDescriptor& descriptor, const std::string& path, const OutputFile& file);
    Folder& lookedAt(const FileDescriptor& descriptor, const std::string& path);
    void removeLeftover(const FileDescriptor& folder, const std::string& name) const;
    static void removeStaleSideFiles(const FileDescriptor& descriptor, const Folder& folder,
                                     const OutputSet& files);
    std::string temporaryName();

    std::string prefix_;  ///< of temporary names of this machine: ".rigkiln-HOST-"
    std::atomic<std::size_t> counter_{0};
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Folder>> folders_;
    std::map<std::string, std::unique_ptr<SharedEntry>> shared_;  ///< by path
};

}  // namespace rigkiln
