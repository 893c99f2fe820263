#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pipeline/base/once.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/read_problems.hpp"

namespace rigkiln {

/// Lists the image files of folders. Each folder is listed once, when it is first needed; archives and the
/// folders inside them count as folders. Safe to use from many threads; results stay valid during its
/// lifetime.
class ImageFolders {
public:
    /// `files` must outlive this; null: only folders on disk.
    explicit ImageFolders(FileTree* files = nullptr)
        : files_(files), disk_(files == nullptr ? realDisk() : files->disk()), problems_(disk_) {}

    [[nodiscard]] Disk& disk() const { return disk_; }

    /// Paths relative to the folder, by case-folded file name. Of names that differ only in case, the
    /// bytewise smallest path counts.
    using Names = std::unordered_map<std::string, std::string>;

    /// Returns why folders and archives could not be searched; see ReadProblems.
    [[nodiscard]] ReadProblems& problems() { return problems_; }

    /// Returns the folder in an archive at a path; nothing for other paths. Adds to `problems`.
    [[nodiscard]] std::optional<FileTree::ArchiveFolder> archiveFolder(const std::string& path);
    /// Returns whether there is an entry of this type on disk. Does not follow a link. Adds to `problems`.
    [[nodiscard]] bool has(const std::string& path, FileType type);

    /// Returns the images directly in a folder. Empty when the folder cannot be read.
    [[nodiscard]] const Names& imagesIn(const std::string& path);
    /// Returns the images inside a file (ImageFolderModule), by path; empty for any other file. Fails with an
    /// Input error when the file cannot be opened, and with an Environment error when it does not exist.
    [[nodiscard]] const Result<Names>& imagesInFile(const std::string& path);
    /// Returns the images for a configured search folder: those directly in it, then those in archives
    /// directly in it, in the order of the archives' names. If the folder is an archive or lies in one,
    /// returns all images below it. Files with images inside count as archives here.
    [[nodiscard]] const Names& imagesForSearch(const std::string& path);
    /// Returns the archives and files with images that imagesForSearch opened, or tried to open.
    /// Precondition: imagesForSearch was called.
    [[nodiscard]] const std::vector<std::string>& openedForSearch(const std::string& path);
    /// Returns the folder called "Textures" (ignoring case) beside `path`; empty when there is none.
    [[nodiscard]] const std::string& texturesBeside(const std::string& path);

private:
    struct Folder {
        Once imagesListed;
        Names images;
        Once fileListed;
        Result<Names> inFile = Names{};
        Once searchListed;
        Names forSearch;
        std::vector<std::string> openedForSearch;
        Once siblingFound;
        std::string sibling;
    };

    Folder& folder(const std::string& path);
    /// `isOptional`: nobody needs to have permission to read it.
    [[nodiscard]] std::vector<TreeEntry> list(const std::string& path, bool isOptional = false);
    [[nodiscard]] Names listImages(const std::string& path);
    [[nodiscard]] Names listForSearch(const std::string& path, std::vector<std::string>& opened);
    [[nodiscard]] Result<Names> listFile(const std::string& path, const std::string& prefix);
    /// Adds the images of an archive, and those inside its files, without replacing names already present.
    void addArchive(Names& names, const FileTree::ArchiveFolder& place, const std::string& prefix);
    [[nodiscard]] std::string findTexturesBeside(const std::string& path);

    FileTree* files_;
    Disk& disk_;
    ReadProblems problems_;
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Folder>> folders_;
};

}  // namespace rigkiln
