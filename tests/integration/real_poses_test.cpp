#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/run/run_plan.hpp"
#include "tests/integration/pose_check.hpp"
#include "tests/support/real_files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::test {
namespace {

/// Larger than for generated models by the tolerance within which bindClips takes a constant for the rest
/// pose.
constexpr double kRealTolerance = 1e-4;
constexpr std::size_t kFramesPerClip = 8;

/// Picks the first frame, the last and some between.
std::vector<std::size_t> someFrames(std::size_t count) {
    std::set<std::size_t> frames;
    for (std::size_t i = 0; i < kFramesPerClip && count > 0; ++i)
        frames.insert(i * (count - 1) / (kFramesPerClip - 1));
    return {frames.begin(), frames.end()};
}

struct ModelTally {
    std::size_t models = 0;
    std::size_t clips = 0;
    std::size_t vertices = 0;
    std::vector<double> errors;  ///< one for each model and clip
    double worst = 0;
    std::string where;

    void add(const Worst& found, const std::string& path) {
        vertices += found.comparedVertices;
        errors.push_back(found.error);
        if (errors.back() <= worst) return;
        worst = errors.back();
        where = path + ": " + found.where;
    }
};

void check(const Recipe& recipe, ModelTally& tally) {
    const Part& part = recipe.parts.front();
    const std::string& path = part.model->path;
    const auto model = alamo::decodeAlo(readBytes(path));
    const ReadGltf file = readGlb(recipe.output);
    const Worst rest = checkRest(model, file);
    EXPECT_LE(rest.error, kRealTolerance) << path << ": " << rest.where;
    tally.add(rest, path);
    ++tally.models;
    ASSERT_EQ(file.animations.size(), part.clips.size()) << path;
    for (std::size_t c = 0; c < part.clips.size(); ++c) {
        const auto clip = alamo::decodeAla(readBytes(part.clips[c].path));
        const Worst worst = checkClip(model, clip, file, file.animations[c], someFrames(clip.frameCount));
        EXPECT_LE(worst.error, kRealTolerance) << part.clips[c].path << ": " << worst.where;
        tally.add(worst, part.clips[c].path);
        ++tally.clips;
    }
}

TEST(RealFiles, StandAndMoveAsTheFilesSay) {
    const char* art = realFilesFolder();
    if (art == nullptr) GTEST_SKIP() << kNoRealFiles;
    const TemporaryFolder folder;
    const auto settings = folderConversion(keepAll(), {art}, (folder.path() / "gltf").string());
    ASSERT_TRUE(settings) << settings.error().text();
    const Result<Plan> plan = makePlan({.settings = *settings, .registries = registries()});
    ASSERT_TRUE(plan) << plan.error().text();
    const RunReport report = runPlan(*plan, registries(), {.jobs = 2});
    ModelTally tally;
    for (std::size_t i = 0; i < plan->units.size(); ++i) {
        const bool isThere = report.units[i].status == UnitStatus::Written;
        const Recipe recipe = plan->units.recipe(i);
        if (isThere && recipe.mainFile().settings->format.id == "alo") check(recipe, tally);
    }
    ASSERT_FALSE(tally.errors.empty());
    std::ranges::sort(tally.errors);
    std::cout << fmt::format(
        "{} models, {} clips, {} vertices; error in sizes of the model: median {:.1e}, 99 % {:.1e}, worst "
        "{:.1e} at {}\n",
        tally.models, tally.clips, tally.vertices, tally.errors[tally.errors.size() / 2],
        tally.errors[tally.errors.size() * 99 / 100], tally.worst, tally.where);
}

}  // namespace
}  // namespace rigkiln::test
