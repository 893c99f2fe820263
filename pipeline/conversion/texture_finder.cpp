#include "pipeline/conversion/texture_finder.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/side_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// Keeps the message readable; the report of a run lists all folders.
constexpr std::size_t kFoldersTold = 4;

std::string foldersText(const std::vector<std::string>& folders) {
    if (folders.empty()) return {};
    std::string text = "looked in ";
    for (std::size_t i = 0; i < folders.size() && i < kFoldersTold; ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ", ", quote(folders[i], 200));
    if (folders.size() > kFoldersTold) text += fmt::format(" and {} more", folders.size() - kFoldersTold);
    return text;
}

/// Type of an image in one of the formats that a FileSource gives.
std::string_view mimeTypeOf(const SharedBytes& bytes) {
    constexpr std::byte kFirstOfPng{0x89};
    constexpr std::byte kFirstOfWebp{'R'};
    if (*bytes.begin() == kFirstOfPng) return "image/png";
    return *bytes.begin() == kFirstOfWebp ? "image/webp" : "image/jpeg";
}

}  // namespace

std::optional<IndexOf<Texture>> TextureFinder::find(const std::string& name, const ImageRecipe& recipe) {
    // needsTraits does not affect the pixels and must not lead to a second texture.
    ImageRecipe pixels = recipe;
    pixels.needsTraits = false;
    const auto [known, isNew] = entries_.try_emplace({foldCase(name), pixels});
    Entry& entry = known->second;
    const bool needsLook = recipe.needsTraits && entry.texture && !entry.hasTraits;
    if (isNew || needsLook) load(name, recipe, entry);
    return entry.texture;
}

ImageTraits TextureFinder::traitsOf(IndexOf<Texture> texture) const {
    const auto known = traits_.find(texture.value);
    return known == traits_.end() ? ImageTraits{} : known->second;
}

void TextureFinder::load(const std::string& name, const ImageRecipe& recipe, Entry& entry) {
    auto found = companions_.findImage(name, recipe);
    if (!found) return add(kTextureNotFound, name, foldersText(companions_.imageFolders()));
    if (found->bytes.empty())
        return add(kTextureUnreadable, name, fmt::format("{}: {}", found->path, found->problem));
    if (!entry.texture) {
        for (const Issue& issue : found->diagnostics.issues()) {
            if (issue.kind->id == kTextureResized.id) {
                add(kTextureResized, name, fmt::format("{}: {}", found->path, issue.details));
            } else {
                add(kTextureOdd, name,
                    fmt::format("{}: {} {}", found->path, issue.kind->sentence, issue.details));
            }
        }
        scene_.textures.push_back({.sourceName = name,
                                   .mimeType = std::string(mimeTypeOf(found->bytes)),
                                   .encoded = std::move(found->bytes),
                                   .fileStem = std::string(plainStem(found->path))});
        entry.texture = IndexOf<Texture>(scene_.textures.size() - 1);
    }
    if (recipe.needsTraits) {
        traits_.insert_or_assign(entry.texture->value, found->traits);
        entry.hasTraits = true;
    }
}

void TextureFinder::add(const IssueKind& kind, const std::string& name, std::string details) {
    if (!told_.emplace(foldCase(name), details).second) return;
    diagnostics_.add(kind, fmt::format("texture {}", quote(name)), std::move(details));
}

}  // namespace rigkiln
