#include "pipeline/recipe/recipe.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

/// A model that may share the library of a fox.
Recipe sharer() {
    Recipe recipe;
    recipe.parts = {{.model = FileRecipe{.path = "/art/wolf"}, .clips = {{.path = "/art/run"}}},
                    {.model = FileRecipe{.path = "/art/fox"}}};
    recipe.steps = std::vector<Step>{TPoseStep{}, LibraryStep{.file = "fox@library.glb"}};
    return recipe;
}

TEST(RecipeWithALibrary, MakesItsSceneWithoutTheOtherModel) {
    const Recipe recipe = sharer();
    ASSERT_NE(libraryIn(recipe), nullptr);
    EXPECT_EQ(libraryIn(recipe)->file, "fox@library.glb");
    EXPECT_EQ(partsOfScene(recipe), 1U);
    EXPECT_EQ(recipe.files().size(), 3U) << "the other model is a source too";
}

TEST(RecipeWithALibrary, GivesTheSameClipsToTheOtherModel) {
    const Recipe library = recipeOfLibrary(sharer());
    ASSERT_EQ(library.parts.size(), 1U);
    EXPECT_EQ(library.parts[0].model->path, "/art/fox");
    EXPECT_EQ(library.parts[0].clips, sharer().parts[0].clips);
    EXPECT_EQ(*library.steps, (std::vector<Step>{TPoseStep{}}));
    EXPECT_EQ(libraryIn(library), nullptr);
}

TEST(RecipeWithALibrary, HasNoneUnlessTheLastPartIsAModelAlone) {
    Recipe several = sharer();
    several.parts.push_back(several.parts.front());
    EXPECT_EQ(libraryIn(several), nullptr);
    EXPECT_EQ(partsOfScene(several), 3U);
    Recipe ofAClip = sharer();
    ofAClip.parts.back() = {.clips = {{.path = "/art/run"}}};
    EXPECT_EQ(libraryIn(ofAClip), nullptr);
    Recipe alone = sharer();
    alone.parts.pop_back();
    EXPECT_EQ(libraryIn(alone), nullptr);
    Recipe without = sharer();
    without.steps = std::vector<Step>{};
    EXPECT_EQ(libraryIn(without), nullptr);
}

TEST(Recipe, HasTheFirstModelOrElseItsClipAsMainFile) {
    Recipe recipe = sharer();
    EXPECT_EQ(recipe.mainFile().path, "/art/wolf");
    EXPECT_EQ(recipe.parts[1].mainFile().path, "/art/fox");
    recipe.parts[0].model.reset();
    EXPECT_EQ(recipe.mainFile().path, "/art/run");
}

TEST(Recipe, SharesSettingsWithRecipesThatDifferInPathsAlone) {
    Recipe recipe = sharer();
    recipe.parts[0].model->settings = FileSettings{.format = {.id = "alo"}};
    recipe.parts[0].clips[0].settings = FileSettings{.format = {.id = "ala"}};
    Recipe other = recipe;
    other.parts[0].model->path = "/art/dog";
    other.output = "/out/dog.glb";
    EXPECT_EQ(sharedSettings(other), sharedSettings(recipe));
    // A copy of the same value is not shared.
    other.parts[0].clips[0].settings = FileSettings(*recipe.parts[0].clips[0].settings);
    EXPECT_EQ(other.parts[0].clips[0].settings, recipe.parts[0].clips[0].settings);
    EXPECT_NE(sharedSettings(other), sharedSettings(recipe));
}

TEST(Recipe, TellsSettingsOfAModelFromThoseOfAClip) {
    const SharedValue<FileSettings> settings = FileSettings{};
    Recipe ofAModel;
    ofAModel.parts = {{.model = FileRecipe{.path = "/art/wolf", .settings = settings}}};
    Recipe ofAClip;
    ofAClip.parts = {{.clips = {{.path = "/art/run", .settings = settings}}}};
    EXPECT_NE(sharedSettings(ofAModel), sharedSettings(ofAClip));
}

TEST(Recipe, SharesNoSettingsOfMergedScenes) {
    Recipe recipe = sharer();
    EXPECT_FALSE(sharedSettings(recipe).empty());
    recipe.steps = std::vector<Step>{MergeStep{.name = "pack"}};
    EXPECT_TRUE(sharedSettings(recipe).empty());
}

std::vector<std::string> idsOfCode(const std::vector<CodeRevision>& code) {
    std::vector<std::string> ids;
    ids.reserve(code.size());
    for (const CodeRevision& each : code)
        ids.push_back(each.id);
    return ids;
}

TEST(CodeRevisions, AreOfAllStepsById) {
    EXPECT_THAT(
        idsOfCode(stepRevisions()),
        testing::ElementsAre("step:align", "step:bind", "step:coordinates", "step:ground", "step:height",
                             "step:library", "step:merge", "step:reduce", "step:resample",
                             "step:rest-visibility", "step:rigid-skin", "step:root-motion",
                             "step:rotation-signs", "step:scale-compensation", "step:select", "step:t-pose"));
}

TEST(CodeRevisions, AreAlsoOfContainersAndImageFormats) {
    static constexpr ImageModule kImage{.id = "toy", .revision = 3};
    static constexpr ContainerModule kPack{.id = "pack", .revision = 4};
    static constexpr ImageFolderModule kFolder{.container = {.id = "album", .revision = 5}};
    static constexpr std::array<const ImageModule*, 1> kImages = {&kImage};
    static constexpr std::array<const ContainerModule*, 1> kPacks = {&kPack};
    static constexpr std::array<const ImageFolderModule*, 1> kFolders = {&kFolder};
    std::vector<CodeRevision> expected = {{.id = "container:album", .revision = 5},
                                          {.id = "container:pack", .revision = 4},
                                          {.id = "image:prepare", .revision = 7},
                                          {.id = "image:toy", .revision = 3}};
    for (const CodeRevision& step : stepRevisions())
        expected.push_back(step);
    EXPECT_EQ(codeRevisions(
                  {.images = {.readers = kImages, .folders = kFolders, .revision = 7}, .containers = kPacks}),
              expected);
}

TEST(ReductionIn, IsThatOfTheLastReduceStep) {
    const std::vector<Step> steps = {ReduceStep{.settings = {.maxError = 1}}, TPoseStep{},
                                     ReduceStep{.settings = {.maxError = 2}}, AlignStep{}};
    ASSERT_NE(reductionIn(steps), nullptr);
    EXPECT_EQ(reductionIn(steps)->maxError, 2);
    EXPECT_EQ(reductionIn({TPoseStep{}, AlignStep{}}), nullptr);
}

}  // namespace
}  // namespace rigkiln
