#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/for_each.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/scratch.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/reading/recipe_bytes.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/report/asset_figures.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

struct MadeScene {
    std::optional<Error> failure{};  ///< set: there is no scene
    Scene scene{};                   ///< canonical and validated, ready for exporters
    Diagnostics diagnostics{};
    AssetCounts counts{};
    std::vector<ClipReductionReport> reductions{};     ///< clips whose keys were to be reduced
    std::vector<std::optional<Error>> clipFailures{};  ///< one per clip of all parts; set if the clip failed
    TextureSearch textureSearch{};                     ///< without missing textures it has no folders
    /// Everything that was looked at, sorted: if it is unchanged, the same recipe gives the same scene.
    std::vector<Look> looks{};
};

/// Makes scenes from recipes: the one way from source files to a scene. Safe to use from many threads.
class AssetReader {
public:
    /// `forEach` runs the parts of the work that are independent of each other. `files` must outlive this.
    AssetReader(const Registries& registries, ArtFiles& files, ForEach forEach = forEachInTurn);

    /// Reads the files of the recipe, but no companions. Also the model with the library that another one may
    /// share: the scene does not need it, so that it may be unreadable.
    [[nodiscard]] RecipeBytes readBytes(const Recipe& recipe) const;

    /// Converts bytes to a scene; reads no files except companions. Reads the model and its clips, binds,
    /// makes canonical, merges several parts, resamples, validates and reduces. A clip that fails is left
    /// out, with an issue and an entry in clipFailures. There is no scene when the model fails, or the clip
    /// that stands alone, or any of several parts. Frees the bytes as soon as possible. `scratch` stores
    /// clips; null: they stay in memory. Fails with kind Configuration when the recipe asks for code that
    /// this program does not have, or has in another revision.
    [[nodiscard]] MadeScene makeScene(const Recipe& recipe, RecipeBytes bytes,
                                      std::shared_ptr<Scratch> scratch = nullptr) const;

    /// Reads the files and makes the scene.
    [[nodiscard]] MadeScene read(const Recipe& recipe) const { return makeScene(recipe, readBytes(recipe)); }

    /// Decodes one file to a scene in the axes and units of the file, without its steps. Errors do not name
    /// the file.
    [[nodiscard]] Result<Scene> decodeFile(const FileRecipe& file, SharedBytes bytes,
                                           const ReadSettings& reading, Diagnostics& diagnostics) const;

private:
    /// Fails when the program lacks a format or a step of the recipe, or has it in another revision.
    [[nodiscard]] Status checkCode(const Recipe& recipe) const;

    Registries registries_;
    ArtFiles& files_;
    ForEach forEach_;
    std::vector<CodeRevision> code_;
};

}  // namespace rigkiln
