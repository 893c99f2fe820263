#include "exporters/gltf/build_images.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "exporters/gltf/embeddable_image.hpp"
#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/write_container.hpp"
#include "pipeline/base/side_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

std::string_view imageExtension(const Texture& texture) {
    if (texture.mimeType == kWebpType) return ".webp";
    return texture.mimeType == "image/jpeg" ? ".jpg" : ".png";
}

std::string_view stemOf(const Texture& texture) {
    return texture.fileStem.empty() ? plainStem(texture.sourceName) : std::string_view(texture.fileStem);
}

Image namedImage(const Texture& texture, NameStyle style) {
    Image image{.name = styledImageName(texture.sourceName, style), .mimeType = texture.mimeType};
    // Names as the source has them always went without extras.
    if (style != NameStyle::Source) image.extras = namedExtras(texture.sourceName, image.name, "", {});
    return image;
}

/// Writes images as separate files.
class ImageLinker {
public:
    ImageLinker(const std::string& folder, Document& document, NameStyle style)
        : folder_(encodedPath(folder)), document_(document), style_(style) {}

    Index link(const Texture& texture, SharedBytes file) {
        const std::uint64_t hash = XXH3_64bits(file.data(), file.size());
        const auto [first, last] = byHash_.equal_range(hash);
        for (auto candidate = first; candidate != last; ++candidate) {
            if (files_[candidate->second].pieces.front() == file) return candidate->second;
        }
        const auto image = static_cast<Index>(files_.size());
        byHash_.emplace(hash, image);
        std::string name = sideFileName(portableStem(stemOf(texture)), hash, imageExtension(texture));
        Image& written = document_.images.emplace_back(namedImage(texture, style_));
        written.uri = folder_ + "/" + percentEncoded(name);
        files_.push_back({.name = std::move(name), .pieces = {std::move(file)}, .isShared = true});
        return image;
    }

    OutputSet takeFiles() { return std::move(files_); }

private:
    std::string folder_;
    Document& document_;
    NameStyle style_;
    OutputSet files_;  ///< one for each image
    std::unordered_multimap<std::uint64_t, Index> byHash_;
};

Index embed(const Texture& texture, SharedBytes file, BufferPacker& packer, Document& document,
            NameStyle style) {
    const auto next = static_cast<Index>(document.images.size());
    const Index image = packer.addImage(std::move(file), next);
    if (image == next) document.images.push_back(namedImage(texture, style));
    return image;
}

}  // namespace

ImageTable buildImages(const Scene& scene, const std::optional<std::string>& linkFolder, BufferPacker& packer,
                       Document& document, Diagnostics& diagnostics, NameStyle style) {
    ImageTable table;
    ImageLinker linker(linkFolder.value_or(""), document, style);
    table.ofTexture.resize(scene.textures.size());
    for (std::size_t i = 0; i < scene.textures.size(); ++i) {
        const Texture& texture = scene.textures[i];
        if (texture.encoded.empty()) continue;
        auto file = embeddableImage(texture.encoded, texture.mimeType);
        if (!file) {
            diagnostics.add(
                kUnusableImage, fmt::format("texture[{}] {}", i, quote(texture.sourceName)),
                fmt::format("{} bytes declared as {}", texture.encoded.size(), quote(texture.mimeType)));
            continue;
        }
        table.ofTexture[i] = linkFolder ? linker.link(texture, std::move(*file))
                                        : embed(texture, std::move(*file), packer, document, style);
    }
    table.files = linker.takeFiles();
    return table;
}

}  // namespace rigkiln::gltf_export
