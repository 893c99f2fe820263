#include "pipeline/conversion/clip_file_names.hpp"

#include <utility>

#include <fmt/format.h>

#include "pipeline/base/portable_name.hpp"
#include "pipeline/base/side_name.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

ClipFileNames::ClipFileNames(std::string pattern)
    : pattern_(std::move(pattern)), place_(pattern_.find(kClipPlaceholder)) {}

std::string ClipFileNames::next(std::string_view clipName) {
    if (!hasPlaceholder()) return pattern_;
    const std::string stem = portableStem(clipName);
    std::string name = stem;
    for (std::size_t number = 2; !taken_.insert(nameKey(name)).second; ++number)
        name = fmt::format("{}_{}", stem, number);
    std::string file = pattern_;
    return file.replace(place_, kClipPlaceholder.size(), name);
}

}  // namespace rigkiln
