#include "pipeline/images/image_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// The first ones are likely to be converted already.
constexpr std::array<std::string_view, 10> kImageExtensions = {".png", ".jpg", ".jpeg", ".dds",  ".tga",
                                                               ".bmp", ".psd", ".tif",  ".ftex", ".webp"};

}  // namespace

bool isImageName(std::string_view folded) {
    return std::ranges::find(kImageExtensions, splitName(folded).extension) != kImageExtensions.end();
}

std::string imageBaseName(std::string_view name) {
    const std::size_t separator = name.find_last_of("/\\:");
    const std::string_view base = separator == std::string_view::npos ? name : name.substr(separator + 1);
    if (base == "." || base == ".." || base.find('\0') != std::string_view::npos) return {};
    return foldCase(base);
}

std::vector<std::string> imageNamesToTry(const std::string& base) {
    std::vector<std::string> names = {base};
    const std::string stem(splitName(base).name);
    const auto add = [&](std::string_view extension) {
        std::string name = stem + std::string(extension);
        if (name != base) names.push_back(std::move(name));
    };
    std::ranges::for_each(kImageExtensions, add);
    return names;
}

std::string folderAbove(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace rigkiln
