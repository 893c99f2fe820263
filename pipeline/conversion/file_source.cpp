#include "pipeline/conversion/file_source.hpp"

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {

Result<std::string> pathBelow(std::string_view path) {
    const auto refused = [&](std::string_view problem) {
        return Error{.where = {},
                     .problem = fmt::format("path {} {}, expected a path below the file's folder",
                                            quote(path, 200), problem)};
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
    return Error{.where = {},
                 .problem = fmt::format("there is no file {} beside this one", quote(path, 200))};
}

std::optional<FileSource::Found> NoFiles::findImage(std::string_view /*name*/) {
    return std::nullopt;
}

}  // namespace rigkiln
