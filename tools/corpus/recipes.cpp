#include "tools/corpus/recipes.hpp"

#include <limits>
#include <string>
#include <utility>

#include "pipeline/recipe/recipe_json.hpp"

namespace rigkiln::corpus {
namespace {

OptionValues makeOptions() {
    OptionValues options;
    options.set("flag", true);
    options.set("integer", std::numeric_limits<std::int64_t>::min());
    options.set("number", 30.0);
    options.set("text", std::string("\xF0\x9F\x90\xBA \"\\\n"));
    options.set("list", std::vector<std::string>{"lods", "\xFF"});
    return options;
}

/// A model with a clip, and every step.
Recipe makeWholeRecipe() {
    const FileSettings model{.format = {.id = "alo"}, .options = makeOptions()};
    const FileSettings clip{
        .format = {.id = "ala"},
        .steps = {ResampleStep{.rate = 30}, ReduceStep{.settings = {.characterHeight = 1.8}}}};
    Part part{.model = FileRecipe{.path = "/art/wolf.alo", .name = "wolf", .settings = model},
              .clips = {{.path = "/art/r\xFCn.ala", .name = "run", .settings = clip}},
              .steps = std::vector<Step>{CoordinatesStep{.metresPerUnit = 0.1},
                                         SelectStep{.keep = {.lods = true}}}};
    return {.parts = {std::move(part)},
            .steps = std::vector<Step>{MergeStep{.name = "pack"}},
            .reading = ReadSettings{.textures = {.encoding = ImageEncoding::Png},
                                    .textureRoots = {"/art/textures"},
                                    .code = stepRevisions()},
            .exporting =
                ExportSettings{.exporter = {.id = "gltf"}, .options = makeOptions(), .outputRoot = "/out"},
            .output = "/out/wolf.glb"};
}

/// A model that may share the library of another one.
Recipe makeSharer() {
    Recipe recipe = makeWholeRecipe();
    Part owner = recipe.parts.front();
    owner.model->path = owner.model->name = "fox";
    owner.clips.clear();
    recipe.parts.push_back(std::move(owner));
    recipe.steps = std::vector<Step>{LibraryStep{.file = "../fox@library.glb"}};
    return recipe;
}

Recipe makeClipAlone() {
    return {.parts = {{.clips = {{.path = "/art/run.ala", .name = "run"}}}}, .output = "/out/run.glb"};
}

ArtFile makeSeed(std::string path, const Recipe& recipe) {
    const std::string json = recipeToJson(recipe);
    const auto* bytes = reinterpret_cast<const std::byte*>(json.data());
    return {std::move(path), {bytes, bytes + json.size()}};
}

}  // namespace

std::vector<ArtFile> makeRecipeSeeds() {
    return {makeSeed("fuzz_recipe/whole.json", makeWholeRecipe()),
            makeSeed("fuzz_recipe/sharer.json", makeSharer()),
            makeSeed("fuzz_recipe/clip_alone.json", makeClipAlone())};
}

}  // namespace rigkiln::corpus
