#include "pipeline/batch/asset.hpp"

#include <algorithm>

namespace rigkiln {
namespace {

/// Memory per byte of input while a unit is converted: the file, the scene, the output, and what the steps
/// hold beside them. Keys take the most room, as each becomes floats with a time of its own.
constexpr std::size_t kModelFactor = 8;
constexpr std::size_t kClipFactor = 12;
constexpr std::size_t kUnitBytes = std::size_t{1} << 20U;

}  // namespace

std::size_t Asset::estimatedBytes() const {
    std::size_t bytes = kUnitBytes;
    if (model) bytes += model->sizeBytes * kModelFactor;
    for (const SourceFile& clip : clips)
        bytes += clip.sizeBytes * kClipFactor;
    return bytes;
}

void Asset::moveResamplingToParts() {
    const auto add = [this](SourceFile& file) {
        file.resampleRates.insert(file.resampleRates.end(), resampleRates.begin(), resampleRates.end());
        if (reduction) file.reduction = reduction;
    };
    if (model) add(*model);
    std::ranges::for_each(clips, add);
    resampleRates.clear();
    reduction.reset();
}

}  // namespace rigkiln
