#include "tools/cli/raw_files.hpp"

#include <utility>

namespace rigkiln::cli {

RawFiles::RawFiles(FileTree& files, std::string_view path) : files_(files) {
    const std::size_t slash = path.rfind('/');
    if (slash != std::string_view::npos) folder_ = path.substr(0, slash + 1);
}

std::optional<FileSource::Found> RawFiles::loadImage(std::string_view /*name*/,
                                                     const ImageRecipe& /*recipe*/) {
    return std::nullopt;
}

Result<FileSource::Found> RawFiles::loadBeside(const std::string& path, std::size_t limit) {
    const std::string whole = folder_ + path;
    Result<SharedBytes> bytes = files_.readShared(whole, limit);
    if (!bytes) return bytes.error();
    return Found{.path = whole, .bytes = std::move(*bytes)};
}

std::optional<FileSource::Found> RawFiles::loadShared(std::size_t levelsUp, const std::string& folder,
                                                      const std::string& name) {
    std::string path = folder_;
    for (std::size_t i = 0; i < levelsUp; ++i)
        path += "../";
    path += folder + "/" + name;
    Result<SharedBytes> bytes = files_.readShared(path);
    if (!bytes) return std::nullopt;
    return Found{.path = path, .bytes = std::move(*bytes)};
}

}  // namespace rigkiln::cli
