#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/base/once.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/image_store.hpp"
#include "pipeline/images/read_problems.hpp"

namespace rigkiln {

/// Size limit of image files. No image of these games is larger.
inline constexpr std::size_t kMaximumImageBytes = std::size_t{64} << 20U;

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

/// The images and companions of one model. An image name that only occurs inside files (ImageFolderModule) is
/// first searched in the model's own file and its companions. Then every name is searched in the model's
/// folder and the folder "Textures" beside it, but not below these; then in the configured roots and the
/// archives in them. Each place is searched for the given name first, then for the name with other image
/// extensions, until a usable image is found. Files by path are read below the model's folder; images also
/// from a folder "textures" in or above it.
class FolderFiles final : public FileSource {
public:
    /// `modelPath` is absolute. `folders` and `images` must outlive this. `settings` apply to every image in
    /// addition to the recipe of the model's format. `files` as for ImageFolders. Every look is recorded in
    /// `journal`, which must outlive this; null: nothing is recorded.
    FolderFiles(ImageFolders& folders, ImageStore& images, const std::string& modelPath,
                const std::vector<std::string>& textureRoots, const TextureSettings& settings = {},
                FileTree* files = nullptr, Journal* journal = nullptr);

    /// Includes the model's own file once it was searched for an image.
    [[nodiscard]] std::vector<std::string> imageFolders() const override;

    /// Returns the base names of images that were requested and not found: case-folded, sorted, without
    /// duplicates.
    [[nodiscard]] std::vector<std::string> missingImages() const;
    [[nodiscard]] std::vector<std::string> imagesBeside() override;

private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name, const ImageRecipe& recipe) override;
    /// Follows links as long as their target is below the model's folder.
    [[nodiscard]] Result<Found> loadBeside(const std::string& path, std::size_t limit) override;
    /// Does not follow links for `folder` and `name`. The folders above the model may be links.
    [[nodiscard]] std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                                  const std::string& name) override;

    /// Loads the first usable image with one of the names from a folder or file. Stores the first unusable
    /// one in `unusable` if that is empty.
    [[nodiscard]] std::optional<Found> loadFirst(const std::string& folder, SearchPlace place,
                                                 const ImageFolders::Names& images,
                                                 const std::vector<std::string>& names,
                                                 const ImageRecipe& recipe, std::optional<Found>& unusable);
    [[nodiscard]] std::optional<Found> loadFromFiles(const std::string& base,
                                                     const std::vector<std::string>& names,
                                                     const ImageRecipe& recipe,
                                                     std::optional<Found>& unusable);

    /// Loads an image and records the looks at its file.
    [[nodiscard]] std::shared_ptr<const UsableImage> load(const std::string& path, const ImageRecipe& recipe);
    void noteSibling() const;
    /// Records that an archive, or a file with images inside, decided a search.
    void noteOpened(const std::string& path);

    ImageFolders& folders_;
    ImageStore& images_;
    FileTree* files_;
    std::string modelPath_;
    std::atomic<bool> hasLookedInFile_ = false;
    std::vector<std::string> searched_;
    Look siblingLook_{};  ///< at the folder "Textures" beside the model's
    mutable std::atomic<bool> hasNotedSibling_ = false;
    std::size_t ownFolders_ = 1;  ///< number of `searched_` folders that belong to the model; roots follow
    TextureSettings settings_;
    Journal* journal_;
    mutable std::mutex missingMutex_;
    std::set<std::string> missing_;
};

}  // namespace rigkiln
