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

#include "pipeline/batch/file_tree.hpp"
#include "pipeline/batch/image_store.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln {

/// No image of an old game is larger.
inline constexpr std::size_t kMaximumImageBytes = std::size_t{64} << 20U;

/// Image files by folder, each folder listed once, when it is first asked for; archives and the folders in
/// them are folders too. Safe to use from many threads; what it returns stays valid as long as it lives.
class ImageFolders {
public:
    /// `files` must outlive this; null: folders of the disk alone.
    explicit ImageFolders(FileTree* files = nullptr) : files_(files) {}

    /// Paths below the folder by their case-folded names; of names that differ in case only, the first by
    /// bytes.
    using Names = std::unordered_map<std::string, std::string>;

    /// Those directly in the folder. Empty when it cannot be read.
    [[nodiscard]] const Names& imagesIn(const std::string& path);
    /// Those in a file that has images in it (ImageFolderModule), by path. Empty for any other file; what is
    /// wrong with one that cannot be opened is an Input error, and that there is no such file an Environment
    /// error.
    [[nodiscard]] const Result<Names>& imagesInFile(const std::string& path);
    /// Those directly in a folder that somebody named to be searched, then all in the archives that are
    /// directly in it, by the names of these; all images in it when it is in an archive, or one. Files that
    /// have images in them are archives here.
    [[nodiscard]] const Names& imagesForSearch(const std::string& path);
    /// The folder called "Textures" (no case) beside `path`; empty when there is none.
    [[nodiscard]] const std::string& texturesBeside(const std::string& path);

private:
    struct Folder {
        std::once_flag imagesListed;
        Names images;
        std::once_flag fileListed;
        Result<Names> inFile = Names{};
        std::once_flag searchListed;
        Names forSearch;
        std::once_flag siblingFound;
        std::string sibling;
    };

    Folder& folder(const std::string& path);
    [[nodiscard]] std::vector<TreeEntry> list(const std::string& path);
    [[nodiscard]] Names listImages(const std::string& path);
    [[nodiscard]] Names listForSearch(const std::string& path);
    [[nodiscard]] Result<Names> listFile(const std::string& path, const std::string& prefix);
    /// Adds what is in an archive, and in its files that have images in them, behind what is there.
    void addArchive(Names& names, const FileTree::ArchiveFolder& place, const std::string& prefix);
    [[nodiscard]] std::string findTexturesBeside(const std::string& path);

    FileTree* files_;
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Folder>> folders_;
};

/// The images of one model. A name that only images in files have (ImageFolderModule) is first looked for in
/// the model's own file and in those that belong to it. Then, for every name: its own folder, the folder
/// "Textures" beside it, files directly in these only; then the configured roots, and the archives in them.
/// In each, the name as given, then with the other extensions of images, until one can be used. Files by
/// path: below the model's own folder, and images in a folder "textures" in or above it.
class FolderFiles final : public FileSource {
public:
    /// `modelPath` is absolute. `folders` and `images` must outlive this. `settings`: what is done to every
    /// image beside what the model's format asks for. `files`: as ImageFolders has it.
    FolderFiles(ImageFolders& folders, ImageStore& images, const std::string& modelPath,
                const std::vector<std::string>& textureRoots, const TextureSettings& settings = {},
                FileTree* files = nullptr);

    /// Its own file among them once an image was looked for in it.
    [[nodiscard]] std::vector<std::string> imageFolders() const override;

    /// The base names of images that were asked for and not found, without case, sorted and each once.
    [[nodiscard]] std::vector<std::string> missingImages() const;
    [[nodiscard]] std::vector<std::string> imagesBeside() override;

private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name, const ImageRecipe& recipe) override;
    /// Links are followed as long as they stay below the model's folder.
    [[nodiscard]] Result<Found> loadBeside(const std::string& path, std::size_t limit) override;
    /// No link is followed in what is named; the folders above the model are as a person named them.
    [[nodiscard]] std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                                  const std::string& name) override;

    /// One of the names in a folder or a file, the first that can be used; one that cannot be used goes to
    /// `unusable` when there is nothing yet.
    [[nodiscard]] std::optional<Found> loadFirst(const std::string& folder, const ImageFolders::Names& images,
                                                 const std::vector<std::string>& names,
                                                 const ImageRecipe& recipe, std::optional<Found>& unusable);
    [[nodiscard]] std::optional<Found> loadFromFiles(const std::string& base,
                                                     const std::vector<std::string>& names,
                                                     const ImageRecipe& recipe,
                                                     std::optional<Found>& unusable);

    ImageFolders& folders_;
    ImageStore& images_;
    FileTree* files_;
    std::string modelPath_;
    std::atomic<bool> hasLookedInFile_ = false;
    std::vector<std::string> searched_;
    std::size_t ownFolders_ = 1;  ///< so many of `searched_` are the model's; roots follow
    TextureSettings settings_;
    mutable std::mutex missingMutex_;
    std::set<std::string> missing_;
};

}  // namespace rigkiln
