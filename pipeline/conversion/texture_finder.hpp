#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kTextureNotFound{
    "texture.not-found", Severity::Warning,
    "a texture was not found in any of the search folders; its name is in extras"};
inline constexpr IssueKind kTextureUnreadable{
    "texture.unreadable", Severity::Warning,
    "a texture was found, but the file cannot be read as an image; its name is in extras"};
inline constexpr IssueKind kTextureOdd{"texture.odd", Severity::Information,
                                       "a texture was read, but there is something odd about its file"};

/// Brings the images that a model names into its scene, each once; each that is missing is told once. Refers
/// to what it is made of, which must outlive it.
class TextureFinder {
public:
    TextureFinder(Scene& scene, FileSource& companions, Diagnostics& diagnostics)
        : scene_(scene), companions_(companions), diagnostics_(diagnostics) {}

    /// The texture of that name, without case. Nothing when no image was found that can be used.
    std::optional<IndexOf<Texture>> find(const std::string& name, const ImageRecipe& recipe = {});
    [[nodiscard]] ImageTraits traitsOf(IndexOf<Texture> texture) const { return traits_.at(texture.value); }

private:
    std::optional<IndexOf<Texture>> load(const std::string& name);

    Scene& scene_;
    FileSource& companions_;
    Diagnostics& diagnostics_;
    std::unordered_map<std::size_t, ImageTraits> traits_;
    std::unordered_map<std::string, std::optional<IndexOf<Texture>>> byName_;
};

}  // namespace rigkiln
