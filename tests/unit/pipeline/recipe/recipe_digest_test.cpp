#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/recipe/recipe_json.hpp"
#include "tests/unit/pipeline/recipe/random_recipe.hpp"

namespace rigkiln {
namespace {

/// Changes a copy of a shared value.
template <class Value>
void change(SharedValue<Value>& shared, const std::function<void(Value&)>& edit) {
    Value value = *shared;
    edit(value);
    shared = std::move(value);
}

FileRecipe& model(Recipe& recipe) {
    return *recipe.parts[0].model;
}

FileRecipe& clip(Recipe& recipe) {
    return recipe.parts[0].clips[0];
}

template <class Alternative>
Alternative& stepOf(std::vector<Step>& steps, std::size_t index) {
    return std::get<Alternative>(steps.at(index));
}

void editReduction(Recipe& recipe, const std::function<void(ReductionSettings&)>& edit) {
    change<FileSettings>(clip(recipe).settings, [&](FileSettings& settings) {
        edit(stepOf<ReduceStep>(settings.steps, 1).settings);
    });
}

void editPartSteps(Recipe& recipe, const std::function<void(std::vector<Step>&)>& edit) {
    change(recipe.parts[0].steps, edit);
}

void editKept(Recipe& recipe, bool SelectOptions::*kept) {
    editPartSteps(recipe, [&](std::vector<Step>& steps) {
        SelectOptions& keep = stepOf<SelectStep>(steps, 1).keep;
        keep.*kept = !(keep.*kept);
    });
}

void editModel(Recipe& recipe, const std::function<void(FileSettings&)>& edit) {
    change(model(recipe).settings, edit);
}

void editReading(Recipe& recipe, const std::function<void(ReadSettings&)>& edit) {
    change(recipe.reading, edit);
}

void editExporting(Recipe& recipe, const std::function<void(ExportSettings&)>& edit) {
    change(recipe.exporting, edit);
}

using Edit = std::function<void(Recipe&)>;

std::vector<Edit> editsOfFiles() {
    return {
        [](Recipe& r) { r.parts.push_back(r.parts[0]); },
        [](Recipe& r) { r.parts[0].model.reset(); },
        [](Recipe& r) { model(r).path += "x"; },
        [](Recipe& r) { model(r).name += "x"; },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.format.id += "x"; }); },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { ++s.format.revision; }); },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.options.set("new", true); }); },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.options.set("skins", false); }); },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.options.set("slots", 30.0); }); },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.options.set("scale", std::int64_t{30}); }); },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.options.set("scale", 30.000000000000004); }); },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.options.set("root", std::string("hip")); }); },
        [](Recipe& r) {
            editModel(r, [](FileSettings& s) { s.options.set("root", std::vector<std::string>{"Hip"}); });
        },
        [](Recipe& r) { editModel(r, [](FileSettings& s) { s.steps.emplace_back(ResampleStep{}); }); },
        [](Recipe& r) { clip(r).path += "x"; },
        [](Recipe& r) { clip(r).name += "x"; },
        [](Recipe& r) { r.parts[0].clips.clear(); },
        [](Recipe& r) { r.parts[0].clips.push_back(clip(r)); },
        [](Recipe& r) {
            change<FileSettings>(clip(r).settings,
                                 [](FileSettings& s) { stepOf<ResampleStep>(s.steps, 0).rate = 25; });
        },
        [](Recipe& r) {
            change<FileSettings>(clip(r).settings,
                                 [](FileSettings& s) { std::swap(s.steps[0], s.steps[1]); });
        },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.maxError *= 2; }); },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.shell *= 2; }); },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.characterHeight = 2; }); },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.characterHeight.reset(); }); },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.samplesCurves = true; }); },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.fitsSplines = true; }); },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.shellOnly = true; }); },
        [](Recipe& r) { editReduction(r, [](ReductionSettings& s) { s.packsKeys = false; }); },
    };
}

std::vector<Edit> editsOfTheRest() {
    return {
        [](Recipe& r) {
            editPartSteps(r, [](auto& steps) { stepOf<CoordinatesStep>(steps, 0).metresPerUnit = 0.01; });
        },
        [](Recipe& r) { editKept(r, &SelectOptions::collision); },
        [](Recipe& r) { editKept(r, &SelectOptions::shadow); },
        [](Recipe& r) { editKept(r, &SelectOptions::hidden); },
        [](Recipe& r) { editKept(r, &SelectOptions::lods); },
        [](Recipe& r) { editKept(r, &SelectOptions::alternatives); },
        [](Recipe& r) { r.steps = std::vector<Step>{}; },
        [](Recipe& r) { r.steps = std::vector<Step>{MergeStep{.name = "other"}}; },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.archives.maximumBytes; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { --s.archives.maximumTotal; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.archives.maximumRatio; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.limits.chunks; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.limits.jsonValues; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.limits.jsonElements; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.limits.jsonLevels; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.limits.joints; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.limits.triangles; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.limits.keys; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.textures.maximumSide; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.textures.powersOfTwo = true; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.textures.encoding = ImageEncoding::Webp; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.textures.quality = 85; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.textures.flipGreen = false; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.textures.encoding = ImageEncoding::Keep; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.textureRoots[0] += "x"; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.textureRoots.clear(); }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { s.code[0].id += "x"; }); },
        [](Recipe& r) { editReading(r, [](ReadSettings& s) { ++s.code[0].revision; }); },
        [](Recipe& r) { editExporting(r, [](ExportSettings& s) { s.exporter.id += "x"; }); },
        [](Recipe& r) { editExporting(r, [](ExportSettings& s) { ++s.exporter.revision; }); },
        [](Recipe& r) { editExporting(r, [](ExportSettings& s) { s.options.set("extras", true); }); },
        [](Recipe& r) { editExporting(r, [](ExportSettings& s) { s.outputRoot += "x"; }); },
        [](Recipe& r) { editExporting(r, [](ExportSettings& s) { s.clipFiles += "x"; }); },
        [](Recipe& r) { r.output += "x"; },
    };
}

// Digests name stored results. When this one changes, raise kRecipeVersion; see the form in
// recipe_json_test.cpp.
TEST(RecipeDigest, IsThisForTheSmallRecipe) {
    EXPECT_EQ(recipeDigest(smallRecipe()), "9732af2ce01167d7f6fd3ed5ea229a3c");
}

TEST(RecipeDigest, ChangesWithEveryMember) {
    std::set<std::string> digests = {recipeDigest(smallRecipe())};
    std::vector<Edit> edits = editsOfFiles();
    for (Edit& edit : editsOfTheRest())
        edits.push_back(std::move(edit));
    for (std::size_t i = 0; i < edits.size(); ++i) {
        Recipe recipe = smallRecipe();
        edits[i](recipe);
        EXPECT_NE(recipe, smallRecipe()) << "edit " << i;
        EXPECT_TRUE(digests.insert(recipeDigest(recipe)).second) << "edit " << i;
    }
}

TEST(RecipeDigest, DiffersBetweenRandomRecipes) {
    std::set<std::string> digests;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::string digest = recipeDigest(randomRecipe(seed));
        EXPECT_EQ(digest, recipeDigest(randomRecipe(seed)));
        EXPECT_EQ(digest.size(), 32U);
        EXPECT_EQ(digest.find_first_not_of("0123456789abcdef"), std::string::npos);
        digests.insert(digest);
    }
    EXPECT_EQ(digests.size(), 300U);
}

TEST(CombinedDigest, IsThatOfAllDigestsInTheirOrder) {
    const std::vector<std::string> digests = {"a", "b", "c"};
    const std::string combined = combinedDigest(digests);
    EXPECT_EQ(combined.size(), 32U);
    EXPECT_EQ(combined, combinedDigest(3, [&](std::size_t i) { return digests[i]; }));
    std::set<std::string> others = {combined};
    for (const std::vector<std::string>& other :
         std::vector<std::vector<std::string>>{{}, {"a"}, {"a", "b"}, {"b", "a", "c"}, {"ab", "c"}, {"abc"}})
        EXPECT_TRUE(others.insert(combinedDigest(other)).second) << other.size() << " digests";
}

TEST(CombinedDigest, AsksForEachDigestOnceInOrder) {
    std::vector<std::size_t> asked;
    static_cast<void>(combinedDigest(3, [&](std::size_t i) {
        asked.push_back(i);
        return std::string("x");
    }));
    EXPECT_EQ(asked, (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace rigkiln
