#include "pipeline/batch/image_store.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/batch/engine.hpp"
#include "pipeline/batch/folder_files.hpp"
#include "pipeline/batch/read_file.hpp"
#include "pipeline/batch/recognise_file.hpp"

namespace rigkiln {
namespace {

bool startsWith(std::span<const std::byte> bytes, std::span<const unsigned char> signature) {
    return bytes.size() >= signature.size() &&
           std::equal(signature.begin(), signature.end(), bytes.begin(),
                      [](unsigned char left, std::byte right) { return std::byte{left} == right; });
}

bool isPngOrJpeg(std::span<const std::byte> bytes) {
    static constexpr std::array<unsigned char, 8> kPng = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static constexpr std::array<unsigned char, 3> kJpeg = {0xFF, 0xD8, 0xFF};
    return startsWith(bytes, kPng) || startsWith(bytes, kJpeg);
}

/// What is named like a DDS may well be a TGA: those that know their files by the content come first.
const ImageModule* formatOf(const ImageFormats& formats, std::string_view extension,
                            std::span<const std::byte> file) {
    const auto found = std::ranges::find_if(
        formats.readers, [&](const ImageModule* format) { return format->recognise(file, extension); });
    return found == formats.readers.end() ? nullptr : *found;
}

}  // namespace

UsableImage usableImage(const ImageFormats& formats, const std::string& path, std::vector<std::byte> file) {
    UsableImage usable;
    if (isPngOrJpeg(file)) {
        usable.bytes = std::move(file);
        return usable;
    }
    const std::string extension = foldCase(splitName(path).extension);
    const ImageModule* format = formatOf(formats, extension, file);
    if (format == nullptr) {
        usable.problem = "is no image of a known format";
        return usable;
    }
    const Status status = runGuarded([&]() -> Status {
        const Result<Image> image = format->read(file, usable.diagnostics);
        if (!image) return image.error();
        file = {};
        usable.bytes = formats.encodePng(*image);
        return Done{};
    });
    if (!status) usable.problem = fmt::format("{} ({})", status.error().problem, format->title);
    return usable;
}

ImageTraits ImageStore::traitsOf(std::span<const std::byte> bytes) const {
    const ImageModule* format = formatOf(formats_, "", bytes);
    if (format == nullptr) return {};
    Diagnostics none;
    const Result<Image> image = format->read(bytes, none);
    if (!image) return {};
    ImageTraits traits{.width = image->width, .height = image->height};
    for (std::size_t i = 3; i < image->pixels.size(); i += 4) {
        if (image->pixels[i] == 255) continue;
        if (image->pixels[i] == 0 && traits.alpha == AlphaKind::None) traits.alpha = AlphaKind::Binary;
        if (image->pixels[i] != 0) traits.alpha = AlphaKind::Smooth;
    }
    return traits;
}

std::shared_ptr<const UsableImage> ImageStore::load(const std::string& path) {
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Entry>& known = entries_[path];
        if (!known) known = std::make_shared<Entry>();
        entry = known;
    }
    std::call_once(entry->isMade, [&] {
        Result<std::vector<std::byte>> bytes = readFile(path, kMaximumImageBytes);
        if (bytes) {
            entry->image = usableImage(formats_, path, std::move(*bytes));
        } else {
            entry->image.problem = bytes.error().problem;
        }
    });
    keep(path, entry);
    return {entry, &entry->image};
}

void ImageStore::keep(const std::string& path, const std::shared_ptr<Entry>& entry) {
    const std::lock_guard lock(mutex_);
    if (entry->isKept) {
        recent_.splice(recent_.begin(), recent_, entry->position);
        return;
    }
    const auto known = entries_.find(path);
    // Dropped meanwhile, and maybe made anew by another thread.
    if (known == entries_.end() || known->second != entry) return;
    recent_.push_front(path);
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
