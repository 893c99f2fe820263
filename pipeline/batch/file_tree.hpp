#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/open_archive.hpp"
#include "pipeline/batch/read_file.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/image_folder_module.hpp"

namespace rigkiln {

/// The first bytes of a file and its whole length, when it is unwrapped.
struct FileHead {
    std::vector<std::byte> bytes{};
    /// What it will take. Where a packed file does not say it, a guess.
    std::uint64_t sizeBytes = 0;
};

/// Files by paths that may go through archives: `art/data.meg/models/hero.alo`. What is wrapped is unwrapped:
/// a path that leads to a Yaz0 stream stands for the file inside. Archives that were used last stay open, as
/// many as there is room for. Safe to use from many threads; whoever needs an archive that another thread is
/// opening waits for it.
///
/// A path that a file on the disk has means that file, at the cost of opening it and no more; only then is it
/// looked for in archives above. Members are looked up by name in the list of their archive: no name in there
/// reaches the disk.
///
/// Files that have images in them (ImageFolderModule) are archives to `imagesAt`, and to `read` and
/// `readHead` of paths that go through them; they are files to everything else.
class FileTree {
public:
    /// Files of the disk as they are.
    FileTree() = default;
    /// `keptBytes`: what open archives may take beyond those in use.
    FileTree(std::span<const ContainerModule* const> containers, const ContainerLimits& limits,
             std::size_t keptBytes, std::span<const ImageFolderModule* const> imageFolders = {})
        : containers_(containers), imageFolders_(imageFolders), limits_(limits), keptBytes_(keptBytes) {}

    [[nodiscard]] const ContainerLimits& limits() const { return limits_; }
    [[nodiscard]] std::span<const ContainerModule* const> containers() const { return containers_; }

    /// The whole file, unwrapped. Errors as readFile has them; a container that is damaged or too large is an
    /// Input error.
    [[nodiscard]] Result<std::vector<std::byte>> read(const std::string& path,
                                                      std::size_t limit = kMaximumSourceBytes);

    /// The same as `read`, without a copy of a member that lies in an open archive in memory.
    [[nodiscard]] Result<SharedBytes> readShared(const std::string& path,
                                                 std::size_t limit = kMaximumSourceBytes);

    /// At most `size` bytes from its beginning, unwrapped.
    [[nodiscard]] Result<FileHead> readHead(const std::string& path, std::size_t size);

    /// The archive that stands at a path, unwrapped; null when the file there is none.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> archiveAt(const std::string& path);

    /// A folder inside an archive, or the archive itself (`folder` is empty); nothing for all that is on the
    /// disk.
    struct ArchiveFolder {
        std::string archivePath{};
        std::shared_ptr<const OpenArchive> archive{};
        std::string folder{};
    };
    [[nodiscard]] std::optional<ArchiveFolder> archiveFolderAt(const std::string& path);

    /// The images in the file at a path, unwrapped; null when it is none of the files that have some.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> imagesAt(const std::string& path);
    /// Whether files of that name may have images in them, without a look at them.
    [[nodiscard]] bool mayHaveImages(std::string_view path) const;
    /// The kind of files whose members have names like this one; null when it is an image's like any other.
    [[nodiscard]] const ImageFolderModule* imageFolderOf(std::string_view imageName) const;

    /// Whether a name is one that archives or packed files have: the only ones that are worth a look among
    /// many.
    [[nodiscard]] bool isHinted(std::string_view path) const;

    /// Whether there is a file on the disk that begins the path, with something behind it.
    [[nodiscard]] static std::optional<std::size_t> fileEndIn(const std::string& path);

private:
    struct Entry {
        std::string path;
        std::once_flag isOpened;
        Result<std::shared_ptr<const OpenArchive>> archive = Error{};
        bool isKept = false;
        std::list<std::shared_ptr<Entry>>::iterator position{};  ///< in `recent_`, when it is kept
    };
    /// A member, or the archive that has none of that name.
    struct Place {
        std::string archivePath;
        std::shared_ptr<const OpenArchive> archive;
        std::string rest;  ///< below the archive
        const OpenArchive::Entry* member = nullptr;
    };

    /// How a file is read whose head is wanted.
    struct Beginning {
        std::uint64_t sizeBytes = 0;
        std::function<Result<std::vector<std::byte>>(std::uint64_t limit)> read{};
    };

    /// What a file is opened as.
    enum class View : std::uint8_t { Archive, Images };

    [[nodiscard]] Result<Place> locate(const std::string& path, std::size_t fileEnd);
    /// The bytes of a member that is neither packed nor wrapped, of an archive in memory; none of any other.
    [[nodiscard]] SharedBytes heldMember(const std::string& path, std::size_t limit);
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> openOnDisk(const std::string& path, View view);
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> openMember(const Place& place,
                                                                        const std::string& path, View view);
    /// As an archive, or else by the images in it.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> openAny(const Place& place, bool isOnDisk);
    /// `source`: where the members can be read in ranges, when the file is not wrapped.
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> open(
        const Beginning& file, const std::shared_ptr<const ByteSource>& source, const std::string& path,
        View view) const;
    /// Of what is unwrapped; null when it is opened as nothing.
    [[nodiscard]] const ContainerModule* moduleOf(std::span<const std::byte> head, View view) const;
    template <class Open>
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> cached(const std::string& path,
                                                                    const Open& open);
    void keep(const std::shared_ptr<Entry>& entry);

    [[nodiscard]] Result<std::vector<std::byte>> readMember(const Place& place, const std::string& path,
                                                            std::size_t limit) const;
    [[nodiscard]] const ContainerModule* wrapperOf(std::span<const std::byte> bytes) const;
    [[nodiscard]] Result<std::vector<std::byte>> unwrap(std::vector<std::byte> bytes, const std::string& path,
                                                        std::size_t limit) const;
    [[nodiscard]] Result<FileHead> headOf(const Beginning& file, const std::string& path,
                                          std::size_t size) const;
    [[nodiscard]] static Beginning beginningOf(const std::shared_ptr<const ByteSource>& source);
    [[nodiscard]] static Beginning beginningOf(const Place& place);

    std::span<const ContainerModule* const> containers_{};
    std::span<const ImageFolderModule* const> imageFolders_{};
    ContainerLimits limits_{};
    std::size_t keptBytes_ = 0;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<Entry>> entries_;  ///< by path
    std::list<std::shared_ptr<Entry>> recent_;             ///< the last used first
    std::size_t size_ = 0;                                 ///< bytes of what is kept
};

}  // namespace rigkiln
