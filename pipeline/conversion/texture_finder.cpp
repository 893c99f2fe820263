#include "pipeline/conversion/texture_finder.hpp"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/side_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {

std::optional<IndexOf<Texture>> TextureFinder::find(const std::string& name, const ImageRecipe& /*recipe*/) {
    const auto [known, isNew] = byName_.emplace(foldCase(name), std::nullopt);
    if (isNew) known->second = load(name);
    return known->second;
}

std::optional<IndexOf<Texture>> TextureFinder::load(const std::string& name) {
    const std::string where = fmt::format("texture {}", quote(name));
    auto found = companions_.findImage(name);
    if (!found) {
        diagnostics_.add(kTextureNotFound, where);
        return std::nullopt;
    }
    if (found->bytes.empty()) {
        diagnostics_.add(kTextureUnreadable, where, fmt::format("{}: {}", found->path, found->problem));
        return std::nullopt;
    }
    for (const Issue& issue : found->diagnostics.issues())
        diagnostics_.add(kTextureOdd, where,
                         fmt::format("{}: {} {}", found->path, issue.kind->sentence, issue.details));
    constexpr std::byte kFirstOfPng{0x89};
    const bool isPng = *found->bytes.begin() == kFirstOfPng;
    traits_[scene_.textures.size()] = companions_.traitsOf(*found);
    scene_.textures.push_back({.sourceName = name,
                               .mimeType = isPng ? "image/png" : "image/jpeg",
                               .encoded = std::move(found->bytes),
                               .fileStem = std::string(plainStem(found->path))});
    return IndexOf<Texture>(scene_.textures.size() - 1);
}

}  // namespace rigkiln
