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
inline constexpr IssueKind kTextureResized{
    "texture.resized", Severity::Information,
    "a texture was made smaller or larger, as the options for textures ask; texture coordinates stay as they "
    "are"};
inline constexpr IssueKind kTextureOdd{"texture.odd", Severity::Information,
                                       "a texture was read, but there is something odd about its file"};

/// Loads the images that a model names into its scene, each once, and reports each missing image once. Keeps
/// references to the constructor's arguments, which must outlive it.
class TextureFinder {
public:
    TextureFinder(Scene& scene, FileSource& companions, Diagnostics& diagnostics)
        : scene_(scene), companions_(companions), diagnostics_(diagnostics) {}

    /// Returns the texture for a name (ignoring case) and a recipe. Different recipes give different
    /// textures. Returns nothing when no usable image was found.
    std::optional<IndexOf<Texture>> find(const std::string& name, const ImageRecipe& recipe = {});

    /// Returns the traits of a texture that was found with `needsTraits`.
    [[nodiscard]] ImageTraits traitsOf(IndexOf<Texture> texture) const;

private:
    struct Entry {
        std::optional<IndexOf<Texture>> texture{};
        bool hasTraits = false;
    };

    void load(const std::string& name, const ImageRecipe& recipe, Entry& entry);
    /// Adds an issue unless the same was added for the name before, with any recipe.
    void add(const IssueKind& kind, const std::string& name, std::string details);

    Scene& scene_;
    FileSource& companions_;
    Diagnostics& diagnostics_;
    std::map<std::pair<std::string, ImageRecipe>, Entry> entries_;  ///< by case-folded name
    std::map<std::size_t, ImageTraits> traits_;                     ///< by texture
    std::set<std::pair<std::string, std::string>> told_;            ///< reported: folded names, details
};

}  // namespace rigkiln
