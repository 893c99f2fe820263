#include "pipeline/run/keep_smaller.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

Recipe recipeWith(const ReductionSettings& settings) {
    Recipe recipe;
    recipe.parts.emplace_back();
    recipe.steps = std::vector<Step>{ResampleStep{}, ReduceStep{settings}};
    return recipe;
}

TEST(KeepSmaller, DoubtsUnitsWithReducedKeys) {
    const std::vector<ClipReductionReport> reductions(1);
    EXPECT_TRUE(mayHaveGrown(reductions, recipeWith({.maxError = 1})));
    EXPECT_FALSE(mayHaveGrown({}, recipeWith({.maxError = 1})));
}

TEST(KeepSmaller, LetsLinesInPlaceOfSplinesTakeMoreBytes) {
    const std::vector<ClipReductionReport> reductions(1);
    EXPECT_FALSE(mayHaveGrown(reductions, recipeWith({.maxError = 1, .samplesCurves = true})));
    Recipe ofAFile;
    ofAFile.parts.emplace_back().model.emplace();
    ofAFile.parts.front().model->settings =
        FileSettings{.steps = {ReduceStep{{.maxError = 1, .samplesCurves = true}}}};
    EXPECT_FALSE(mayHaveGrown(reductions, ofAFile));
}

TEST(KeepSmaller, DropsTheReductionFromUnitsAndFiles) {
    Recipe recipe = recipeWith({.maxError = 1});
    FileRecipe clip;
    clip.settings = FileSettings{.steps = {ReduceStep{}, ResampleStep{.rate = 30}}};
    recipe.parts.front().model = FileRecipe{};
    recipe.parts.front().clips.push_back(clip);
    const Recipe plain = withoutReduction(recipe);
    EXPECT_EQ(*plain.steps, (std::vector<Step>{ResampleStep{}}));
    EXPECT_EQ(plain.parts.front().clips.front().settings->steps,
              (std::vector<Step>{ResampleStep{.rate = 30}}));
}

}  // namespace
}  // namespace rigkiln
