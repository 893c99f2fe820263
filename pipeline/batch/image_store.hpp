#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/batch/byte_budget.hpp"
#include "pipeline/batch/file_tree.hpp"
#include "pipeline/batch/image_state.hpp"
#include "pipeline/batch/usable_image.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"

namespace rigkiln {

/// The images of a run: each file is read and converted once for each recipe and all models that use it, as
/// long as there is room to keep it, and again afterwards. Safe to use from many threads; whoever asks for an
/// image that another thread is converting waits for it.
class ImageStore {
public:
    /// `keptBytes`: what is kept beyond the images in use, and as much again what those that are being
    /// converted take together, unless one alone takes more. `files` must outlive this; null: those of the
    /// disk as they are. What is converted is looked for in `state` first, and kept there; it must outlive
    /// this; null: every image is converted.
    ImageStore(const ImageFormats& formats, std::size_t keptBytes, FileTree* files = nullptr,
               ImageState* state = nullptr)
        : formats_(formats), keptBytes_(keptBytes), files_(files), state_(state), conversions_(keptBytes) {}

    /// Never null. Whether the recipe needs traits is all the same: see `traits`.
    [[nodiscard]] std::shared_ptr<const UsableImage> load(const std::string& path,
                                                          const ImageRecipe& recipe = {});

    /// The traits of what `load` gives. Files that stayed as they are are decoded for it, once.
    [[nodiscard]] ImageTraits traits(const std::string& path, const ImageRecipe& recipe = {});

    /// The most that conversions took at one time.
    [[nodiscard]] std::size_t peakConversionBytes() const { return conversions_.peak(); }

private:
    using Key = std::pair<std::string, ImageRecipe>;

    struct Entry {
        std::once_flag isMade;
        UsableImage image;
        std::once_flag isMeasured;
        ImageTraits traits;
        std::list<Key>::iterator position;  ///< in `recent_`, once it is kept
        bool isKept = false;
    };

    std::shared_ptr<Entry> made(const std::string& path, const ImageRecipe& recipe);
    UsableImage make(const std::string& path, const ImageRecipe& recipe);
    UsableImage convert(const std::string& path, const ImageRecipe& recipe, std::vector<std::byte> file);
    UsableImage measure(const SharedBytes& file);
    void keep(const Key& key, const std::shared_ptr<Entry>& entry);

    ImageFormats formats_;
    std::size_t keptBytes_;
    FileTree* files_;
    ImageState* state_;
    ByteBudget conversions_;
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<Entry>> entries_;
    std::list<Key> recent_;  ///< what is kept, the last used first
    std::size_t size_ = 0;   ///< bytes of what is kept
};

}  // namespace rigkiln
