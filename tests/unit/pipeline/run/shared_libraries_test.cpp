#include "pipeline/run/shared_libraries.hpp"

#include <string>

#include <gtest/gtest.h>

#include "pipeline/reading/art_files.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

class SharedLibrariesOfAScene : public BatchFixture {
protected:
    /// Returns what is found out for the hero, who may share the clips of the villain.
    std::optional<FoundLibrary> find(const Registries& known) {
        folder_.write("in/hero.smodel", "model 3");
        folder_.write("in/hero_walk.sclip", "clip 2");
        folder_.write("in/villain.smodel", "model 3");
        const Plan plan = planned();
        Recipe recipe = plan.units.recipe(0);
        recipe.parts.push_back({.model = plan.units.recipe(1).mainFile()});
        recipe.steps = std::vector<Step>{LibraryStep{.file = "villain.library"}};
        ArtFiles files({.registries = registries()});
        const AssetReader reader(registries(), files);
        SharedLibraries libraries(known, reader, realDisk());
        return libraries.find(recipe, reader.readBytes(recipe), OptionFiles(), 0);
    }
};

// The recipe may come from a process with other exporters, such as that of an isolated run.
TEST_F(SharedLibrariesOfAScene, AreNotThoseOfAnExporterWithoutAny) {
    const auto found = find(registries());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->library.file, "villain.library");
    EXPECT_EQ(found->library.owner, "villain");
    ASSERT_FALSE(found->library.print);
    EXPECT_EQ(found->library.print.error().problem, "exporter text has no libraries that models share");
}

TEST_F(SharedLibrariesOfAScene, AreNotThoseOfAnExporterThatIsNotThere) {
    const auto found = find({scripted::kFormats, {}});
    ASSERT_TRUE(found);
    ASSERT_FALSE(found->library.print);
    EXPECT_EQ(found->library.print.error().problem, "exporter text has no libraries that models share");
}

}  // namespace
}  // namespace rigkiln
