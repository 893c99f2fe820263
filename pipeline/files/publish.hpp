#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pipeline/base/once.hpp"
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
    std::size_t bytes = 0;  ///< total size of the set's own files
    /// False: every file existed before the run, with these bytes or as one that is onlyIfAbsent.
    bool changed = false;
    std::vector<const SharedFile*> shared{};  ///< without duplicates; valid as long as the publisher
};

/// Events that outputs survive as the complete old or new file.
enum class Durability : std::uint8_t {
    Process,  ///< the end of the process at any moment
    Power,    ///< also a loss of power; outputs get their names in `commit` only
};

/// Writes output sets so that a path always shows a complete old or new file, even when the process is
/// killed: each file is written completely before it gets its name; shared files first, the main file last.
/// Safe to use from many threads for different outputs.
///
/// A shared file is written once, to the folder kSharedFolder of the output root. Other sets with the same
/// file wait for that and trust its name without comparing bytes. When it cannot be written, all sets that
/// have it fail.
///
/// A file that is onlyIfAbsent is left as it is where anything has its name.
///
/// In every folder that it writes to, removes temporary files of processes that ended (isOfEndedProcess), and
/// hashed side files (`<stem>.<16 hex digits>.<extension>`) of earlier versions once the new set is complete.
/// Shared files stay, because outputs of other runs may refer to them.
class Publisher {
public:
    explicit Publisher(Disk& disk = realDisk(), Durability durability = Durability::Process)
        : disk_(disk), durability_(durability) {}

    /// `outputPath` is the path of the main file, below `outputRoot`; both absolute. Creates missing folders.
    /// Follows no symbolic link below the root. Fails with kind Environment and the path; then no temporary
    /// file is left, and the main file is unchanged.
    ///
    /// `statuses`, if not null, gets a status for each file of the set: of its own ones in their places,
    /// where that is known without looking a name up, or else an empty one.
    [[nodiscard]] Result<Published> publish(const std::string& outputPath, const std::string& outputRoot,
                                            const OutputSet& files,
                                            std::vector<FileStatus>* statuses = nullptr);

    /// Gives the files of all sets that were published since the last call their names, if
    /// `Durability::Power` asks for it: waits until their content is on the disk, names shared and side
    /// files, waits until these names are there, and then likewise the main files. Calls exclude each other.
    void commit();
    /// Returns why a set did not get its names in `commit`; its main file is then unchanged, unless only the
    /// wait for its name failed.
    [[nodiscard]] std::optional<Error> problemOf(const std::string& outputPath) const;

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
        Once looked;
        std::map<std::string, std::vector<std::string>> sideFiles;  ///< by name without the hash
    };

    /// A complete file under a temporary name.
    struct StagedFile {
        std::string output{};  ///< path of the main file of its set; empty: shared
        std::string folder{};
        std::string root{};
        std::string temporary{};
        std::string name{};
        bool onlyIfAbsent = false;

        [[nodiscard]] bool isMain() const { return output == folder + "/" + name; }
    };
    using StagedFiles = std::vector<StagedFile>;

    struct SharedEntry {
        Once tried;
        std::optional<Error> error;
        SharedFile file;
    };

    Result<const SharedFile*> publishShared(const std::string& outputRoot, const OutputFile& file);
    void placeShared(const std::string& path, const std::string& outputRoot, const OutputFile& file,
                     SharedEntry& entry);
    /// Where a file goes.
    struct Target {
        const FileDescriptor& descriptor;
        const std::string& path;
        const std::string& root;
        const std::string& output;  ///< as in StagedFile
    };
    Result<bool> place(const Target& target, const OutputFile& file, StagedFiles& staged, FileStatus* status);
    Result<bool> placeOwn(const Target& target, const OutputSet& files, StagedFiles& staged,
                          std::vector<FileStatus>* statuses);
    void stage(StagedFiles files, const std::string& root);
    void drop(const StagedFiles& files);
    [[nodiscard]] std::optional<Error> syncContent(const std::set<std::string>& roots);
    void nameFiles(const StagedFiles& files, bool isMain);
    void nameFile(const FileDescriptor& folder, const StagedFile& file);
    void failSet(const StagedFile& file, const Error& error);
    Folder& lookedAt(const FileDescriptor& descriptor, const std::string& path);
    static void removeStaleSideFiles(const FileDescriptor& descriptor, const Folder& folder,
                                     const std::vector<std::string>& names);

    Disk& disk_;
    Durability durability_;
    std::mutex commitMutex_;
    mutable std::mutex mutex_;  ///< guards what follows
    StagedFiles staged_;
    std::set<std::string> roots_;          ///< of the sets since the last commit
    std::map<std::string, Error> failed_;  ///< by path of the main file
    std::optional<Error> allFailed_;       ///< a shared file is lost, or the disk refuses
    std::map<std::string, std::unique_ptr<Folder>> folders_;
    std::map<std::string, std::unique_ptr<SharedEntry>> shared_;  ///< by path
};

}  // namespace rigkiln
