#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/byte_budget.hpp"
#include "pipeline/base/once.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/kept_images.hpp"
#include "pipeline/images/read_problems.hpp"
#include "pipeline/images/usable_image.hpp"

namespace rigkiln {

/// Images of a run. Each file is read and converted once per recipe for all models that use it. Images
/// dropped for lack of room are converted again when needed. Safe to use from many threads; a thread waits
/// for an image that another thread is converting. If that one is stopped or refused memory, the next thread
/// converts the image.
class ImageStore {
public:
    /// `keptBytes` limits the images kept beyond those in use, and separately the memory of running
    /// conversions, unless a single one needs more. `files` must outlive this; null: files on disk only.
    /// Converted images are looked up and kept in `state`, which must outlive this; null: every image is
    /// converted.
    ImageStore(const ImageFormats& formats, std::size_t keptBytes, FileTree* files = nullptr,
               KeptImages* state = nullptr)
        : formats_(formats),
          keptBytes_(keptBytes),
          files_(files),
          state_(state),
          problems_(files == nullptr ? realDisk() : files->disk()),
          conversions_(keptBytes) {}

    /// Never returns null. Ignores whether the recipe needs traits: see `traits`.
    [[nodiscard]] std::shared_ptr<const UsableImage> load(const std::string& path,
                                                          const ImageRecipe& recipe = {});

    /// Returns the traits of the image that `load` returns. A file that is used unchanged is decoded for
    /// this, once.
    [[nodiscard]] ImageTraits traits(const std::string& path, const ImageRecipe& recipe = {});

    /// Why images could not be read.
    [[nodiscard]] const ReadProblems& problems() const { return problems_; }

    /// Adds a reason that another process found.
    void addProblem(Error error) { problems_.add(std::move(error)); }

    /// Returns the largest memory that conversions used at one time.
    [[nodiscard]] std::size_t peakConversionBytes() const { return conversions_.peak(); }

private:
    using Key = std::pair<std::string, ImageRecipe>;

    struct Entry {
        Once isMade;
        UsableImage image;
        Once isMeasured;
        ImageTraits traits;
        std::list<Key>::iterator position;  ///< in `recent_`, while it is kept
        bool isKept = false;
    };

    std::shared_ptr<Entry> made(const std::string& path, const ImageRecipe& recipe);
    UsableImage make(const std::string& path, const ImageRecipe& recipe);
    UsableImage make(const std::string& path, const ImageRecipe& recipe, Journal& journal);
    Result<std::vector<std::byte>> readImageFile(const std::string& path, Journal& journal);
    UsableImage convert(const std::string& path, const ImageRecipe& recipe, std::vector<std::byte> file);
    UsableImage measure(const SharedBytes& file);
    void keep(const Key& key, const std::shared_ptr<Entry>& entry);

    ImageFormats formats_;
    std::size_t keptBytes_;
    FileTree* files_;
    KeptImages* state_;
    ReadProblems problems_;
    ByteBudget conversions_;
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<Entry>> entries_;
    std::list<Key> recent_;  ///< kept images, most recently used first
    std::size_t size_ = 0;   ///< bytes of kept images
};

}  // namespace rigkiln
