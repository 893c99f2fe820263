#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// A file that several output sets share.
struct SharedFile {
    std::size_t bytes = 0;
    bool changed = false;  ///< false: it existed with these bytes before the run
};

struct Published {
    std::size_t bytes = 0;                    ///< total size of the set's own files
    bool changed = false;                     ///< false: every file existed with these bytes before the run
    std::vector<const SharedFile*> shared{};  ///< without duplicates; valid as long as the publisher
};

/// Writes output sets so that a path always shows a complete old or new file, even when the process is
/// killed: each file is written completely before it gets its name; shared files first, the main file last.
/// Safe to use from many threads for different outputs.
///
/// A shared file is written once, to the folder kSharedFolder of the output root. Other sets with the same
/// file wait for that and trust its name without comparing bytes. When it cannot be written, all sets that
/// have it fail.
///
/// In every folder that it writes to, removes temporary files of processes that ended (isOfEndedProcess), and
/// hashed side files (`<stem>.<16 hex digits>.<extension>`) of earlier versions once the new set is complete.
/// Shared files stay, because outputs of other runs may refer to them.
class Publisher {
public:
    explicit Publisher(Disk& disk = realDisk()) : disk_(disk) {}

    /// `outputPath` is the path of the main file, below `outputRoot`; both absolute. Creates missing folders.
    /// Follows no symbolic link below the root. Fails with kind Environment and the path; then no temporary
    /// file is left, and the main file is unchanged.
    [[nodiscard]] Result<Published> publish(const std::string& outputPath, const std::string& outputRoot,
                                            const OutputSet& files);

    /// Removes what a killed run left of a set that is whole: hashed side files like those of the set that
    /// are not in it. `names` are those of the set's own files, all in the folder of the main file.
    void removeStale(const std::string& outputPath, const std::string& outputRoot,
                     const std::vector<std::string>& names);

    /// Returns the file at a path in kSharedFolder of a root, which an earlier run wrote. Precondition:
    /// nothing was published yet.
    [[nodiscard]] const SharedFile* knownShared(const std::string& path, std::size_t bytes);

private:
    /// Contents of a folder before this run wrote to it.
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
    static void removeStaleSideFiles(const FileDescriptor& descriptor, const Folder& folder,
                                     const std::vector<std::string>& names);

    Disk& disk_;
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Folder>> folders_;
    std::map<std::string, std::unique_ptr<SharedEntry>> shared_;  ///< by path
};

}  // namespace rigkiln
