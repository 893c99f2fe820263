#include "pipeline/conversion/clip_file_names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/base/portable_name.hpp"
#include "pipeline/base/side_name.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kFirstNumber = 2;

std::string withMain(std::string_view text, std::string_view main) {
    const std::size_t place = text.find(kMainPlaceholder);
    if (place == std::string_view::npos) return std::string(text);
    return fmt::format("{}{}{}", text.substr(0, place), main, text.substr(place + kMainPlaceholder.size()));
}

}  // namespace

bool isClipFilePattern(std::string_view pattern) {
    const std::size_t clip = pattern.find(kClipPlaceholder);
    return clip != std::string_view::npos &&
           pattern.find(kClipPlaceholder, clip + kClipPlaceholder.size()) == std::string_view::npos;
}

ClipFilePattern clipFilesBeside(std::string_view mainFile, std::string_view pattern) {
    const std::size_t dot = std::min(mainFile.rfind('.'), mainFile.size());
    const std::string_view main = mainFile.substr(0, dot);
    // Found before the name is put in, which may have braces of its own.
    const std::size_t clip = pattern.find(kClipPlaceholder);
    return {
        .before = withMain(pattern.substr(0, clip), main),
        .after = withMain(pattern.substr(clip + kClipPlaceholder.size()), main).append(mainFile.substr(dot))};
}

ClipFilePattern clipFilesOf(std::string_view name) {
    const std::size_t clip = name.find(kClipPlaceholder);
    return {.before = std::string(name.substr(0, clip)),
            .after = std::string(name.substr(clip + kClipPlaceholder.size()))};
}

std::string libraryFileName(std::string_view mainFile, std::string_view pattern) {
    return ClipFileNames::beside(mainFile, pattern).next("library");
}

bool fits(const ClipFilePattern& pattern, std::string_view file) {
    return file.size() > pattern.before.size() + pattern.after.size() && file.starts_with(pattern.before) &&
           file.ends_with(pattern.after) && file.find('/') == std::string_view::npos;
}

ClipFileNames::ClipFileNames(std::string_view pattern)
    : hasPlaceholder_(pattern.find(kClipPlaceholder) != std::string_view::npos) {
    pattern_ = hasPlaceholder_ ? clipFilesOf(pattern) : ClipFilePattern{.before = std::string(pattern)};
}

ClipFileNames ClipFileNames::beside(std::string_view mainFile, std::string_view pattern) {
    ClipFileNames names(kClipPlaceholder);
    names.pattern_ = clipFilesBeside(mainFile, pattern);
    names.taken_.emplace(nameKey(mainFile), kFirstNumber);
    return names;
}

std::string ClipFileNames::next(std::string_view clipName) {
    if (!hasPlaceholder()) return pattern_.before;
    const auto fileOf = [this](std::string_view name) {
        return fmt::format("{}{}{}", pattern_.before, name, pattern_.after);
    };
    const std::string stem = portableStem(clipName);
    std::string file = fileOf(stem);
    const auto [first, isNew] = taken_.try_emplace(nameKey(file), kFirstNumber);
    bool isFree = isNew;
    while (!isFree) {
        file = fileOf(fmt::format("{}_{}", stem, first->second++));
        isFree = taken_.try_emplace(nameKey(file), kFirstNumber).second;
    }
    return file;
}

}  // namespace rigkiln
