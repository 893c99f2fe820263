#include "formats/ctsa/ctsa_image.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <vector>

#include "pipeline/base/text.hpp"

namespace rigkiln::ctsa {
namespace {

/// Image types that the editor offers, in its order.
constexpr std::array<std::string_view, 4> kImageExtensions = {".png", ".tga", ".bmp", ".jpg"};

struct ImageName {
    std::string stem;  ///< case folded
    std::string_view extension;
    const std::string* file = nullptr;
};

/// Returns the images of types that the editor writes.
std::vector<ImageName> editorImages(std::span<const std::string> images) {
    std::vector<ImageName> names;
    for (const std::string& file : images) {
        const std::string folded = foldCase(file);
        for (const std::string_view extension : kImageExtensions) {
            if (folded.size() <= extension.size() || !folded.ends_with(extension)) continue;
            names.push_back({folded.substr(0, folded.size() - extension.size()), extension, &file});
        }
    }
    return names;
}

bool isPalette(std::string_view stem) {
    constexpr std::string_view kVisual = " visual palette";
    constexpr std::string_view kNonvisual = " nonvisual palette ";
    if (stem.ends_with(kVisual)) return true;
    const std::size_t at = stem.rfind(kNonvisual);
    if (at == std::string_view::npos) return false;
    const std::string_view number = stem.substr(at + kNonvisual.size());
    return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether the image is a layer: "X layer" beside "X".
bool isLayer(const ImageName& image, const std::vector<ImageName>& all) {
    return std::ranges::any_of(all, [&](const ImageName& other) {
        return image.stem.size() > other.stem.size() + 1 && image.stem.starts_with(other.stem) &&
               image.stem[other.stem.size()] == ' ';
    });
}

}  // namespace

std::optional<std::string> chooseImage(std::span<const std::string> images, std::string_view baseName) {
    const std::vector<ImageName> names = editorImages(images);
    const std::string wanted = foldCase(baseName);
    for (const std::string_view extension : kImageExtensions) {
        const auto own = std::ranges::find_if(names, [&](const ImageName& image) {
            return image.stem == wanted && image.extension == extension;
        });
        if (own != names.end()) return *own->file;
    }
    std::vector<ImageName> sheets;
    std::ranges::copy_if(names, std::back_inserter(sheets),
                         [](const ImageName& image) { return !isPalette(image.stem); });
    const std::vector<ImageName> all = sheets;
    std::erase_if(sheets, [&](const ImageName& image) { return isLayer(image, all); });
    if (sheets.size() != 1) return std::nullopt;
    return *sheets.front().file;
}

bool hasPalette(std::span<const std::string> images) {
    return std::ranges::any_of(editorImages(images),
                               [](const ImageName& image) { return isPalette(image.stem); });
}

}  // namespace rigkiln::ctsa
