#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/conversion/image_recipe.hpp"
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

    /// The texture of that name, without case, as the recipe makes it: under another recipe it is another
    /// texture. Nothing when no image was found that can be used.
    std::optional<IndexOf<Texture>> find(const std::string& name, const ImageRecipe& recipe = {});

    /// Of a texture that was found with a recipe that wants them.
    [[nodiscard]] ImageTraits traitsOf(IndexOf<Texture> texture) const;

private:
    struct Entry {
        std::optional<IndexOf<Texture>> texture{};
        bool hasTraits = false;
    };

    void load(const std::string& name, const ImageRecipe& recipe, Entry& entry);
    /// Each issue of a name is told once, whatever its recipes.
    void add(const IssueKind& kind, const std::string& name, std::string details);

    Scene& scene_;
    FileSource& companions_;
    Diagnostics& diagnostics_;
    std::map<std::pair<std::string, ImageRecipe>, Entry> entries_;  ///< by folded name
    std::map<std::size_t, ImageTraits> traits_;                     ///< by texture
    std::set<std::pair<std::string, std::string>> told_;            ///< folded names, details of issues
};

}  // namespace rigkiln
