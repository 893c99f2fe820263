#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/file_source.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/image_folders.hpp"
#include "pipeline/images/image_store.hpp"

namespace rigkiln {

/// Size limit of image files. No image of these games is larger.
inline constexpr std::size_t kMaximumImageBytes = std::size_t{64} << 20U;

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
