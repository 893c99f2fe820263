#include "pipeline/conversion/clip_file_names.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

ClipFileNames::ClipFileNames(std::string pattern)
    : pattern_(std::move(pattern)), place_(pattern_.find(kClipPlaceholder)) {}

std::string ClipFileNames::next(const std::string& clipName) {
    if (!hasPlaceholder()) return pattern_;
    std::string name = clipName;
    for (std::size_t number = 2; !taken_.insert(foldCase(name)).second; ++number)
        name = fmt::format("{}_{}", clipName, number);
    std::string file = pattern_;
    return file.replace(place_, kClipPlaceholder.size(), name);
}

std::string clipFileName(std::string_view clipName) {
    std::string name = toUtf8(clipName);
    std::ranges::replace_if(
        name,
        [](char character) {
            return std::string_view("/\\:*?\"<>|").find(character) != std::string_view::npos;
        },
        '_');
    return name.find_first_not_of('.') == std::string::npos ? std::string() : name;
}

}  // namespace rigkiln
