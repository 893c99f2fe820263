#include "tools/cli/replay_command.hpp"

#include <gmock/gmock.h>

#include "pipeline/settings/job_kind.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {
namespace {

FileRecipe fileOf(std::string path, std::string_view format) {
    FileSettings settings{.format = {.id = std::string(format)},
                          .options = OptionValues(registries().format(format)->options)};
    return {.path = std::move(path), .name = "x", .settings = settings};
}

Recipe smallRecipe() {
    Recipe recipe;
    recipe.parts.push_back({.model = fileOf("/w/art/a b.alo", "alo"),
                            .clips = {fileOf("/w/art/walk.ala", "ala"), fileOf("/w/art/run.ala", "ala")},
                            .steps = std::vector<Step>{CoordinatesStep{}, SelectStep{}}});
    recipe.steps = std::vector<Step>{};
    recipe.reading = ReadSettings{};
    recipe.exporting = ExportSettings{.exporter = {.id = "gltf"},
                                      .options = OptionValues(registries().exporter("gltf")->options),
                                      .outputRoot = "/w/out"};
    recipe.output = "/w/out/a b.glb";
    return recipe;
}

std::string commandOf(const Recipe& recipe, std::optional<std::size_t> file = {}) {
    const Registries modules = registries();
    return replayCommand(recipe, {.registries = modules, .workingFolder = "/w", .file = file});
}

TEST(ReplayCommand, NamesTheFilesOfClipsByThePath) {
    Recipe recipe = smallRecipe();
    ExportSettings exporting = *recipe.exporting;
    exporting.options.set("clips", std::string("separate"));
    exporting.clipFiles = "{main}_{clip}";
    recipe.exporting = exporting;
    EXPECT_THAT(commandOf(recipe), testing::HasSubstr(" -o 'out/a b_{clip}.glb' --clips separate"));
}

TEST(ReplayCommand, NamesAllFilesWithoutOptionsThatAreDefaults) {
    EXPECT_EQ(commandOf(smallRecipe()),
              "rigkiln convert 'art/a b.alo' art/walk.ala art/run.ala -o 'out/a b.glb'");
}

TEST(ReplayCommand, NamesTheModelAloneOrWithTheClipAtFault) {
    EXPECT_EQ(commandOf(smallRecipe(), 0), "rigkiln convert 'art/a b.alo' -o 'out/a b.glb'");
    EXPECT_EQ(commandOf(smallRecipe(), 2), "rigkiln convert 'art/a b.alo' art/run.ala -o 'out/a b.glb'");
}

TEST(ReplayCommand, HasTheOptionsOfTheRun) {
    Recipe recipe = smallRecipe();
    recipe.parts[0].clips.clear();
    recipe.parts[0].steps = std::vector<Step>{CoordinatesStep{.metresPerUnit = 0.5},
                                              SelectStep{{.collision = true, .hidden = true}}};
    recipe.steps =
        std::vector<Step>{ResampleStep{30}, ReduceStep{{.maxError = 0.5 * 1e-3, .fitsSplines = true}}};
    recipe.reading =
        ReadSettings{.textures = {.maximumSide = 512, .flipGreen = true}, .textureRoots = {"/base game"}};
    FileSettings settings = *recipe.parts[0].model->settings;
    settings.options.set("team_mask", std::string("tint"));
    settings.options.set("team_color", std::int64_t{0xFF8000});
    recipe.parts[0].model->settings = settings;
    ExportSettings exporting = *recipe.exporting;
    exporting.options.set("profile", std::string("full"));
    exporting.options.set("lights", false);
    recipe.exporting = exporting;
    EXPECT_EQ(
        commandOf(recipe),
        "rigkiln convert 'art/a b.alo' -o 'out/a b.glb' --scale 0.5 --keep collision,hidden --rate 30fps "
        "--max-error 0.5mm --interpolation cubic --alo-team-mask tint --alo-team-color FF8000 "
        "--textures '/base game' --max-texture-size 512 --flip-green --profile full --lights false");
}

TEST(ReplayCommand, HasTheSizeOfTheRun) {
    Recipe recipe = smallRecipe();
    recipe.parts[0].clips.clear();
    recipe.parts[0].steps =
        std::vector<Step>{CoordinatesStep{}, HeightStep{{.metres = 1.75, .from = "B Foot", .to = "Head"}},
                          GroundStep{}, SelectStep{}};
    EXPECT_EQ(commandOf(recipe),
              "rigkiln convert 'art/a b.alo' -o 'out/a b.glb' --height 1750mm --height-of 'B Foot,Head' "
              "--feet-on-ground");
    recipe.parts[0].steps = std::vector<Step>{HeightStep{{.metres = 29.6}}};
    EXPECT_EQ(commandOf(recipe), "rigkiln convert 'art/a b.alo' -o 'out/a b.glb' --height 29600mm");
}

TEST(ReplayCommand, SetsSeveralModelsSideBySide) {
    Recipe recipe = smallRecipe();
    recipe.parts[0].clips.clear();
    recipe.parts.push_back({.model = fileOf("/w/art/c.alo", "alo"), .steps = recipe.parts[0].steps});
    EXPECT_EQ(commandOf(recipe), "rigkiln convert 'art/a b.alo' art/c.alo -o 'out/a b.glb' --merge");
}

TEST(ReplayCommand, IsEmptyWhereItWouldBeTooLong) {
    Recipe recipe = smallRecipe();
    for (int i = 0; i < 400; ++i)
        recipe.parts[0].clips.push_back(recipe.parts[0].clips.front());
    EXPECT_EQ(commandOf(recipe), "");
    EXPECT_NE(commandOf(recipe, 1), "");
}

TEST(ShellWord, IsQuotedWhereTheShellWouldChangeIt) {
    EXPECT_EQ(shellWord("a/b-1.alo"), "a/b-1.alo");
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("it's $x"), "'it'\\''s $x'");
}

}  // namespace
}  // namespace rigkiln::cli
