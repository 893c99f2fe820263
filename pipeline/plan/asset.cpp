#include "pipeline/plan/asset.hpp"

#include <algorithm>
#include <string_view>

#include "pipeline/base/file_name.hpp"

namespace rigkiln {
namespace {

/// Memory per byte of input while a unit is converted: for the file, the scene, the output, and the working
/// data of the steps. Clips need more, because each key becomes floats with a time of its own.
constexpr std::size_t kModelFactor = 8;
constexpr std::size_t kClipFactor = 12;
constexpr std::size_t kUnitBytes = std::size_t{1} << 20U;

}  // namespace

std::size_t Asset::estimatedBytes() const {
    std::size_t bytes = kUnitBytes;
    std::size_t heldBytes = 0;
    for (const AssetPart& part : parts) {
        if (part.model) {
            bytes += part.model->sizeBytes * kModelFactor;
            heldBytes = std::max(heldBytes, part.model->heldBytes);
        }
        for (const SourceFile& clip : part.clips) {
            bytes += clip.sizeBytes * kClipFactor;
            // Archives count only once, because the files are read one after another.
            heldBytes = std::max(heldBytes, clip.heldBytes);
        }
    }
    return bytes + heldBytes;
}

void Asset::moveResamplingToFiles() {
    if (resampleRates.empty()) return;
    const auto add = [this](SourceFile& file) {
        file.resampleRates.insert(file.resampleRates.end(), resampleRates.begin(), resampleRates.end());
        if (reduction) file.reduction = reduction;
    };
    for (AssetPart& part : parts) {
        if (part.model) add(*part.model);
        std::ranges::for_each(part.clips, add);
    }
    resampleRates.clear();
    reduction.reset();
}

PathValues Asset::pathValues() const {
    const SourceFile& source = mainSource();
    const std::string_view extension = splitName(source.path).extension;
    PathValues values{.folder = folderBelowRoot(source),
                      .name = source.name,
                      .extension = std::string(extension.empty() ? extension : extension.substr(1)),
                      .format = std::string(source.format->id)};
    if (group) {
        values.folder = group->folder;
        values.name = group->name;
    }
    return values;
}

std::string Asset::identity() const {
    if (!group) return mainSource().path;
    // Zero bytes separate the paths, which cannot contain them.
    std::string all;
    for (const AssetPart& part : parts)
        all.append(1, '\0').append(part.mainSource().path);
    return all;
}

std::string folderBelowRoot(const SourceFile& source) {
    const std::size_t slash = source.relative.rfind('/');
    return slash == std::string::npos ? std::string() : source.relative.substr(0, slash);
}

}  // namespace rigkiln
