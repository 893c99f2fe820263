#include "pipeline/cache/unit_identity.hpp"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "pipeline/reading/art_files.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

class UnitIdentities : public testing::Test {
protected:
    /// A unit of one model in a tree, which is written to the folder `out` beside it.
    Recipe recipeIn(const std::string& tree) const {
        folder_.write(tree + "/in/hero.smodel", "model 3");
        Recipe recipe;
        recipe.parts.emplace_back();
        recipe.parts[0].model.emplace();
        recipe.parts[0].model->path = folder_.path(tree + "/in/hero.smodel");
        ExportSettings exporting;
        exporting.outputRoot = folder_.path(tree + "/out");
        recipe.output = exporting.outputRoot + "/hero.txt";
        recipe.exporting = std::move(exporting);
        return recipe;
    }

    static std::optional<UnitIdentity> identity(const Recipe& recipe) {
        ArtFiles files(ArtFilesOptions{});
        FreshnessCheck contents(files.tree(), files.folders());
        const Diagnostics planning;
        const Registries registries;
        return identityOf(
            {.recipe = recipe, .planning = planning, .registries = registries, .files = contents});
    }

    ScratchFolder folder_;
};

TEST_F(UnitIdentities, AreTheSameInACopyOfTheTree) {
    const auto here = identity(recipeIn("a"));
    const Recipe copy = recipeIn("b");
    const auto there = identity(copy);
    ASSERT_TRUE(here && there);
    EXPECT_EQ(here->key, there->key);
    folder_.write("b/in/hero.smodel", "model 4");
    const auto changed = identity(copy);
    ASSERT_TRUE(changed);
    EXPECT_NE(here->key, changed->key);
}

TEST_F(UnitIdentities, AreNoneWithAnOutputOutsideOfItsFolder) {
    Recipe recipe = recipeIn("a");
    recipe.output = folder_.path("elsewhere/hero.txt");
    EXPECT_FALSE(identity(recipe));
}

}  // namespace
}  // namespace rigkiln
