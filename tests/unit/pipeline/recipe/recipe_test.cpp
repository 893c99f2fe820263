#include "pipeline/recipe/recipe.hpp"

#include <utility>

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

}  // namespace
}  // namespace rigkiln
