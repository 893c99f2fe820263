#include "pipeline/reading/art_files.hpp"

namespace rigkiln {
namespace {

std::unique_ptr<ImageState> openState(const ArtFilesOptions& options) {
    if (options.state.folder.empty()) return nullptr;
    return std::make_unique<ImageState>(options.state, options.registries.images, diskOrReal(options.disk));
}

}  // namespace

ArtFiles::ArtFiles(const ArtFilesOptions& options)
    : tree_(options.registries.containers, options.archives, options.archiveBytes,
            options.registries.images.folders, diskOrReal(options.disk)),
      folders_(&tree_),
      state_(openState(options)),
      images_(options.registries.images, options.imageBytes, &tree_,
              state_ == nullptr ? options.keptImages : state_.get()) {}

}  // namespace rigkiln
