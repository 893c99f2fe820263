#include "pipeline/conversion/clip_file_names.hpp"

#include <utility>

#include <fmt/format.h>

#include "pipeline/base/portable_name.hpp"
#include "pipeline/base/side_name.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kFirstNumber = 2;

}  // namespace

ClipFileNames::ClipFileNames(std::string pattern)
    : pattern_(std::move(pattern)), place_(pattern_.find(kClipPlaceholder)) {}

std::string ClipFileNames::next(std::string_view clipName) {
    if (!hasPlaceholder()) return pattern_;
    const std::string stem = portableStem(clipName);
    std::string name = stem;
    const auto [first, isNew] = taken_.try_emplace(nameKey(name), kFirstNumber);
    bool isFree = isNew;
    while (!isFree) {
        name = fmt::format("{}_{}", stem, first->second++);
        isFree = taken_.try_emplace(nameKey(name), kFirstNumber).second;
    }
    std::string file = pattern_;
    return file.replace(place_, kClipPlaceholder.size(), name);
}

}  // namespace rigkiln
