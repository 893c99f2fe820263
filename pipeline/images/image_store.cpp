#include "pipeline/images/image_store.hpp"

#include <utility>
#include <vector>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/images/folder_files.hpp"
#include "pipeline/images/image_key.hpp"

namespace rigkiln {
namespace {

/// Maps recipes that give equal images to the same recipe.
ImageRecipe plainest(ImageRecipe recipe) {
    recipe.needsTraits = false;
    if (recipe.maximumSide > 0 || recipe.powersOfTwo) return recipe;
    // The following only affect how pixels are mixed when an image is scaled.
    recipe.content = ImageContent::Color;
    if (recipe.alpha == ImageAlpha::Mask) recipe.alpha = ImageAlpha::Opacity;
    return recipe;
}

}  // namespace

std::shared_ptr<const UsableImage> ImageStore::load(const std::string& path, const ImageRecipe& recipe) {
    const std::shared_ptr<Entry> entry = made(path, recipe);
    return {entry, &entry->image};
}

ImageTraits ImageStore::traits(const std::string& path, const ImageRecipe& recipe) {
    const std::shared_ptr<Entry> entry = made(path, recipe);
    if (entry->image.traits) return *entry->image.traits;
    entry->isMeasured([&] {
        const UsableImage measured = measure(entry->image.bytes);
        passOnRefusal();
        entry->traits = measured.traits.value_or(ImageTraits{});
    });
    return entry->traits;
}

std::shared_ptr<ImageStore::Entry> ImageStore::made(const std::string& path, const ImageRecipe& recipe) {
    const Key key{path, plainest(recipe)};
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Entry>& known = entries_[key];
        if (!known) known = std::make_shared<Entry>();
        entry = known;
    }
    const TraceWait span("image");
    entry->isMade([&] {
        UsableImage image = make(path, key.second);
        passOnRefusal();
        entry->image = std::move(image);
    });
    keep(key, entry);
    return entry;
}

UsableImage ImageStore::make(const std::string& path, const ImageRecipe& recipe) {
    Journal journal;
    UsableImage image = make(path, recipe, journal);
    image.looks = journal.looks();
    return image;
}

UsableImage ImageStore::make(const std::string& path, const ImageRecipe& recipe, Journal& journal) {
    UsableImage image;
    Result<std::vector<std::byte>> bytes = readImageFile(path, journal);
    if (!bytes) {
        image.problem = bytes.error().textInFile();
        problems_.addAboutFile(bytes.error(), path);
        return image;
    }
    const ImageModule* format = state_ == nullptr ? nullptr : converterOf(formats_, path, *bytes, recipe);
    if (format == nullptr) return convert(path, recipe, std::move(*bytes));
    image = state_->find(imageKey(formats_, *format, recipe, *bytes),
                         [&] { return convert(path, recipe, std::move(*bytes)); });
    if (image.isSource && image.bytes.empty()) image.bytes = std::move(*bytes);
    return image;
}

Result<std::vector<std::byte>> ImageStore::readImageFile(const std::string& path, Journal& journal) {
    const TraceSpan span("disk", "read image");
    return files_ == nullptr ? readFile(path, kMaximumImageBytes)
                             : files_->read(path, kMaximumImageBytes, &journal);
}

UsableImage ImageStore::convert(const std::string& path, const ImageRecipe& recipe,
                                std::vector<std::byte> file) {
    const ByteBudget::Lease lease = conversions_.take(conversionBytes(formats_, path, file, recipe));
    const TraceSpan span("step", "convert image");
    return usableImage(formats_, path, std::move(file), recipe);
}

/// Returns the traits of a file that is used unchanged.
UsableImage ImageStore::measure(const SharedBytes& file) {
    const auto look = [&] {
        // flipGreen stands for any change that requires decoding.
        const ByteBudget::Lease lease =
            conversions_.take(conversionBytes(formats_, "", file, {.flipGreen = true}));
        const ImageTraits traits = traitsOfImage(formats_, file);
        // A file that cannot be read counts as opaque. The problem keeps it out of the state, because the
        // cause may be a lack of memory.
        const bool isRead = traits.width > 0;
        return UsableImage{.isSource = true, .problem = isRead ? "" : "cannot be read", .traits = traits};
    };
    const ImageModule* format = state_ == nullptr ? nullptr : imageFormatOf(formats_, "", file);
    if (format == nullptr) return look();
    return state_->find(imageKey(formats_, *format, {.needsTraits = true}, file), look);
}

void ImageStore::keep(const Key& key, const std::shared_ptr<Entry>& entry) {
    const std::lock_guard lock(mutex_);
    if (entry->isKept) {
        recent_.splice(recent_.begin(), recent_, entry->position);
        return;
    }
    const auto known = entries_.find(key);
    // The entry was dropped in the meantime, and perhaps replaced by another thread.
    if (known == entries_.end() || known->second != entry) return;
    recent_.push_front(key);
    entry->position = recent_.begin();
    entry->isKept = true;
    size_ += entry->image.bytes.size();
    while (size_ > keptBytes_) {
        const auto oldest = entries_.find(recent_.back());
        oldest->second->isKept = false;
        size_ -= oldest->second->image.bytes.size();
        entries_.erase(oldest);
        recent_.pop_back();
    }
}

}  // namespace rigkiln
