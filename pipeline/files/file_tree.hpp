#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/image_folder_module.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/files/kept_archives.hpp"
#include "pipeline/files/open_archive.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/files/wrapped_files.hpp"

namespace rigkiln {

/// Finds files by paths that may lead through archives: `art/data.meg/models/hero.alo`. Wrapped files are
/// unwrapped: the path of a Yaz0 stream stands for the file inside. Keeps recently used archives open while
/// there is room. Safe to use from many threads; a thread that needs an archive waits while another thread
/// opens it.
///
/// A path that exists on disk always means that file; only other paths are looked up in archives above.
/// Members are looked up in the list of their archive, so their names never reach the disk.
///
/// Files with images inside (ImageFolderModule) act as archives for `imagesAt`, and for paths through them in
/// `read` and `readHead`. Everything else treats them as files.
class FileTree {
public:
    /// Reads files of the disk only, without unwrapping.
    explicit FileTree(Disk& disk = realDisk()) : disk_(disk), archives_(0) {}
    /// `keptBytes`: limit for open archives that are not in use.
    FileTree(std::span<const ContainerModule* const> containers, const ContainerLimits& limits,
             std::size_t keptBytes, std::span<const ImageFolderModule* const> imageFolders = {},
             Disk& disk = realDisk())
        : disk_(disk),
          containers_(containers),
          imageFolders_(imageFolders),
          limits_(limits),
          wrapped_(containers, limits),
          archives_(keptBytes) {}

    [[nodiscard]] Disk& disk() const { return disk_; }

    [[nodiscard]] const ContainerLimits& limits() const { return limits_; }
    [[nodiscard]] std::span<const ContainerModule* const> containers() const { return containers_; }

    /// Returns the whole file, unwrapped. Fails as readFile does; a damaged or too large container is an
    /// Input error. Records the looks in `journal` if that is not null.
    [[nodiscard]] Result<std::vector<std::byte>> read(const std::string& path,
                                                      std::size_t limit = kMaximumSourceBytes,
                                                      Journal* journal = nullptr);

    /// Same result as `read`, without a copy of a member that lies in an archive in memory.
    [[nodiscard]] Result<SharedBytes> readShared(const std::string& path,
                                                 std::size_t limit = kMaximumSourceBytes,
                                                 Journal* journal = nullptr);

    /// Returns at most the first `size` bytes, unwrapped.
    [[nodiscard]] Result<FileHead> readHead(const std::string& path, std::size_t size);

    /// Returns the archive at a path, unwrapped; null when the file is no archive.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> archiveAt(const std::string& path);

    /// A folder inside an archive, or the archive itself (`folder` is empty). archiveFolderAt returns nothing
    /// for any other path.
    struct ArchiveFolder {
        std::string archivePath{};
        std::shared_ptr<const OpenArchive> archive{};
        std::string folder{};
    };
    [[nodiscard]] std::optional<ArchiveFolder> archiveFolderAt(const std::string& path);
    /// Same result, but fails with an Environment error when the disk prevents an answer.
    [[nodiscard]] Result<std::optional<ArchiveFolder>> findArchiveFolder(const std::string& path);

    /// Returns the images inside the file at a path, unwrapped; null when such files have no images inside.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> imagesAt(const std::string& path);
    /// Returns true when files with this extension may have images inside. Does not access the file.
    [[nodiscard]] bool mayHaveImages(std::string_view path) const;
    /// Returns the kind of file whose members have the extension of `imageName`; null for the name of an
    /// ordinary image file.
    [[nodiscard]] const ImageFolderModule* imageFolderOf(std::string_view imageName) const;

    /// Returns true when the extension is one of archives or packed files. Only these are worth opening among
    /// many files.
    [[nodiscard]] bool isHinted(std::string_view path) const;

    /// Records that the members of an archive decided a result: of the file on the disk that `path` is or
    /// leads through. Records that it is missing when there is none.
    void noteArchive(const std::string& path, Journal* journal);

private:
    /// Location of a member, or the archive that lacks it.
    struct Place {
        std::string archivePath;
        std::shared_ptr<const OpenArchive> archive;
        std::string rest;  ///< path below the archive
        const OpenArchive::Entry* member = nullptr;
    };

    /// Interpretation of an opened file.
    enum class View : std::uint8_t { Archive, Images };

    /// Returns the end of the leading part of `path` that is a regular file on disk; 0 when there is none.
    /// The part is never the whole path. With a problem, the end of the part that the problem is about.
    [[nodiscard]] DiskResult<std::size_t> fileEndIn(const std::string& path) const;
    [[nodiscard]] Result<std::optional<ArchiveFolder>> findInArchive(const std::string& path,
                                                                     std::size_t fileEnd);
    [[nodiscard]] Result<Place> locate(const std::string& path, std::size_t fileEnd);
    /// Returns the bytes of a member of an archive in memory, if it is neither packed nor wrapped; empty
    /// otherwise.
    [[nodiscard]] SharedBytes heldMember(const std::string& path, std::size_t limit, Journal* journal);
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> openOnDisk(const std::string& path, View view);
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> openMember(const Place& place,
                                                                        const std::string& path, View view);
    /// Opens a file as an archive, or else by the images inside it.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> openAny(const Place& place, bool isOnDisk);
    /// `source`: gives range access to the file for the case that it is not wrapped.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> open(
        const FileBeginning& file, const std::shared_ptr<const ByteSource>& source, const std::string& path,
        View view) const;
    /// Returns the module that opens unwrapped bytes in this view; null when there is none.
    [[nodiscard]] const ContainerModule* moduleOf(std::span<const std::byte> head, View view) const;
    [[nodiscard]] Result<std::vector<std::byte>> readMember(const Place& place, const std::string& path,
                                                            std::size_t limit) const;
    [[nodiscard]] static FileBeginning beginningOfMember(const Place& place);

    Disk& disk_;
    std::span<const ContainerModule* const> containers_{};
    std::span<const ImageFolderModule* const> imageFolders_{};
    ContainerLimits limits_{};
    WrappedFiles wrapped_{};
    KeptArchives archives_;
    std::mutex mutex_;
    std::map<std::string, FileStatus> openedFiles_;  ///< files on the disk when they were opened as archives
};

}  // namespace rigkiln
