#pragma once

#include <cstddef>
#include <memory>

#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/image_folders.hpp"
#include "pipeline/images/image_state.hpp"
#include "pipeline/images/image_store.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

struct ArtFilesOptions {
    Registries registries{};
    ContainerLimits archives{};
    std::size_t archiveBytes = 0;      ///< limit for open archives that are not in use
    std::size_t imageBytes = 0;        ///< limit for kept images, and separately for running conversions
    StateSettings state{};             ///< folder empty: nothing is kept between runs
    KeptImages* keptImages = nullptr;  ///< where images are kept if there is no state; null: nowhere
    Disk* disk = nullptr;              ///< null: the real one
};

/// The files that assets are read from: folders and archives as one tree, and images in the form that glTF
/// needs. Whoever reads several assets shares one of these, because folders are listed and images are
/// converted once in its lifetime. Safe to use from many threads.
class ArtFiles {
public:
    explicit ArtFiles(const ArtFilesOptions& options);

    [[nodiscard]] FileTree& tree() { return tree_; }
    [[nodiscard]] ImageFolders& folders() { return folders_; }
    [[nodiscard]] ImageStore& images() { return images_; }
    /// Images that are kept between runs; null when none are.
    [[nodiscard]] ImageState* state() { return state_.get(); }

private:
    FileTree tree_;
    ImageFolders folders_;
    std::unique_ptr<ImageState> state_;
    ImageStore images_;
};

}  // namespace rigkiln
