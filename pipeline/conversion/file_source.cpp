#include "pipeline/conversion/file_source.hpp"

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln {

Result<std::string> pathBelow(std::string_view path) {
    const auto refused = [&](std::string_view problem) {
        return kBadPath.error(
            fmt::format("path {} {}, expected a path below the file's folder", quote(path, 200), problem));
    };
    if (path.starts_with('/')) return refused("is absolute");
    for (const char character : {'\\', ':', '\0'}) {
        if (path.find(character) != std::string_view::npos)
            return refused(fmt::format("has {} in it", quote(std::string_view(&character, 1))));
    }
    std::string clean;
    std::string_view left = path;
    while (!left.empty()) {
        const std::size_t slash = left.find('/');
        const std::string_view name = left.substr(0, slash);
        left.remove_prefix(slash == std::string_view::npos ? left.size() : slash + 1);
        if (name == "..") return refused("has '..' in it");
        if (name.empty() || name == ".") continue;
        if (!clean.empty()) clean += '/';
        clean += name;
    }
    if (clean.empty()) return refused("names no file");
    return clean;
}

Result<FileSource::Found> FileSource::readBeside(std::string_view path, std::size_t limit) {
    const Result<std::string> clean = pathBelow(path);
    if (!clean) return clean.error();
    return loadBeside(*clean, limit);
}

Result<FileSource::Found> FileSource::loadBeside(const std::string& path, std::size_t /*limit*/) {
    return kCompanionMissing.error(fmt::format("there is no file {} beside this one", quote(path, 200)));
}

Result<FileSource::Found> FileSource::readShared(std::string_view path) {
    constexpr std::string_view kUp = "../";
    std::size_t levelsUp = 0;
    std::string_view below = path;
    for (; below.starts_with(kUp); ++levelsUp)
        below.remove_prefix(kUp.size());
    const Result<std::string> clean = pathBelow(below);
    const std::size_t slash = clean ? clean->find('/') : std::string::npos;
    const bool isShared = slash != std::string::npos && slash == clean->rfind('/') &&
                          equalIgnoringCase(clean->substr(0, slash), kSharedFolder);
    if (!isShared) {
        return kBadPath.error(fmt::format("path {} leads to no file in a folder {} above the file's own",
                                          quote(path, 200), quote(kSharedFolder)));
    }
    std::optional<Found> found = loadShared(levelsUp, clean->substr(0, slash), clean->substr(slash + 1));
    if (!found) return kCompanionMissing.error(fmt::format("there is no image {}", quote(path, 200)));
    if (found->bytes.empty()) return kCompanionUnusable.in(found->path, found->problem);
    return std::move(*found);
}

std::optional<FileSource::Found> FileSource::loadShared(std::size_t /*levelsUp*/,
                                                        const std::string& /*folder*/,
                                                        const std::string& /*name*/) {
    return std::nullopt;
}

std::optional<FileSource::Found> NoFiles::loadImage(std::string_view /*name*/,
                                                    const ImageRecipe& /*recipe*/) {
    return std::nullopt;
}

}  // namespace rigkiln
