#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/run/run_plan.hpp"
#include "tests/integration/file_comparison.hpp"
#include "tests/integration/gltf_pose.hpp"
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

/// Converts a folder, and returns the recipes of the written outputs.
std::vector<Recipe> convertFolder(const ConversionRequest& request, const std::string& art,
                                  const std::string& output) {
    const auto settings = folderConversion(request, {art}, output);
    if (!settings) throw std::runtime_error(settings.error().text());
    const Result<Plan> plan = makePlan({.settings = *settings, .registries = registries()});
    if (!plan) throw std::runtime_error(plan.error().text());
    const RunReport report = runPlan(*plan, registries(), {.jobs = 2});
    std::vector<Recipe> written;
    for (std::size_t i = 0; i < plan->units.size(); ++i) {
        if (report.units[i].status == UnitStatus::Written) written.push_back(plan->units.recipe(i));
    }
    return written;
}

/// The parameter is the exporter's option `rigid`.
class RealPoses : public testing::TestWithParam<const char*> {};

TEST_P(RealPoses, StandAndMoveAsTheFilesSay) {
    const char* art = realFilesFolder();
    if (art == nullptr) GTEST_SKIP() << kNoRealFiles;
    const TemporaryFolder folder;
    ModelTally tally;
    for (const Recipe& recipe : convertFolder(keepAll(GetParam()), art, (folder.path() / "gltf").string())) {
        if (recipe.mainFile().settings->format.id == "alo") check(recipe, tally);
    }
    ASSERT_FALSE(tally.errors.empty());
    std::ranges::sort(tally.errors);
    std::cout << fmt::format(
        "{} models, {} clips, {} vertices; error in sizes of the model: median {:.1e}, 99 % {:.1e}, worst "
        "{:.1e} at {}\n",
        tally.models, tally.clips, tally.vertices, tally.errors[tally.errors.size() / 2],
        tally.errors[tally.errors.size() * 99 / 100], tally.worst, tally.where);
}

INSTANTIATE_TEST_SUITE_P(RealFiles, RealPoses, testing::Values("nodes", "skin"),
                         [](const auto& tested) { return std::string(tested.param); });

/// Compares files of the same models by a reader and a sampler that share no code with the converter.
void compareFolders(const ConversionRequest& leftRequest, const ConversionRequest& rightRequest,
                    bool areAlikeAtRest = true) {
    const char* art = realFilesFolder();
    constexpr double kMostApart = 1e-6;
    const TemporaryFolder folder;
    const auto left = convertFolder(leftRequest, art, (folder.path() / "left").string());
    const auto right = convertFolder(rightRequest, art, (folder.path() / "right").string());
    ASSERT_EQ(left.size(), right.size());
    std::vector<double> errors;
    std::size_t different = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (readBytes(left[i].output) != readBytes(right[i].output)) ++different;
        const ReadGltf one = readGlb(left[i].output);
        const ReadGltf other = readGlb(right[i].output);
        const FileComparison comparison(one, other);
        if (areAlikeAtRest) {
            errors.push_back(comparison.worst(nullptr, nullptr, 0));
            EXPECT_LE(errors.back(), kMostApart) << left[i].output << " at rest";
        }
        ASSERT_EQ(one.animations.size(), other.animations.size());
        for (std::size_t a = 0; a < one.animations.size(); ++a) {
            const float duration = durationOf(one.animations[a]);
            for (int step = 0; step <= 10; ++step) {
                const float time = duration * static_cast<float>(step) / 10.0F;
                errors.push_back(comparison.worst(&one.animations[a], &other.animations[a], time));
                EXPECT_LE(errors.back(), kMostApart)
                    << left[i].output << ": " << one.animations[a].name << " at " << time << " s";
            }
        }
    }
    std::ranges::sort(errors);
    ASSERT_FALSE(errors.empty());
    std::cout << fmt::format(
        "{} models, {} with other bytes, {} poses; difference in sizes of the model: worst {:.1e}, median "
        "{:.1e}\n",
        left.size(), different, errors.size(), errors.back(), errors[errors.size() / 2]);
}

TEST(RealFiles, MoveAlikeAsNodesAndAsASkin) {
    if (realFilesFolder() == nullptr) GTEST_SKIP() << kNoRealFiles;
    compareFolders(keepAll("nodes"), keepAll("skin"));
}

TEST(RealFiles, MoveAlikeWithTheTravelAtTheRoot) {
    if (realFilesFolder() == nullptr) GTEST_SKIP() << kNoRealFiles;
    for (const char* rigid : {"nodes", "skin"}) {
        ConversionRequest extract = keepAll(rigid);
        extract.exported.set("root_motion", "extract");
        compareFolders(keepAll(rigid), extract);
    }
}

TEST(RealFiles, MoveAlikeFromATPose) {
    if (realFilesFolder() == nullptr) GTEST_SKIP() << kNoRealFiles;
    for (const char* rigid : {"nodes", "skin"}) {
        ConversionRequest posed = keepAll(rigid);
        posed.exported.set("rest_pose", "t");
        compareFolders(keepAll(rigid), posed, false);
    }
}

}  // namespace
}  // namespace rigkiln::test
