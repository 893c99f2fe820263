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

/// Distances between the vertices of two files of one model, relative to the size of the model or to the
/// distance from the origin, whichever is larger.
class FileComparison {
public:
    FileComparison(const ReadGltf& nodes, const ReadGltf& skin) : nodes_(nodes), skin_(skin) {
        const auto worlds = nodeWorlds(nodes_, nullptr, 0);
        for (const auto& [left, right] : meshNodes()) {
            for (const glm::dvec3& position : allVertices(nodes_, left, worlds)) {
                low_ = glm::min(low_, position);
                high_ = glm::max(high_, position);
            }
        }
    }

    /// Expects the same meshes to be hidden.
    [[nodiscard]] double worst(const ReadAnimation* left, const ReadAnimation* right, float time) const {
        const auto leftWorlds = nodeWorlds(nodes_, left, time);
        const auto rightWorlds = nodeWorlds(skin_, right, time);
        double worst = 0;
        for (const auto& [leftNode, rightNode] : meshNodes()) {
            const auto expected = allVertices(nodes_, leftNode, leftWorlds);
            const auto found = allVertices(skin_, rightNode, rightWorlds);
            EXPECT_EQ(expected.size(), found.size());
            const bool isHidden = isOnePoint(expected);
            EXPECT_EQ(isHidden, isOnePoint(found)) << nodes_.nodes[leftNode].name;
            for (std::size_t v = 0; v < expected.size() && !isHidden; ++v) {
                const double scale = std::max(glm::distance(low_, high_), glm::length(expected[v]));
                const double distance = glm::distance(expected[v], found[v]);
                if (distance > 0) worst = std::max(worst, distance / scale);
            }
        }
        return worst;
    }

private:
    /// Nodes of both files that place the same mesh, in the order of the source.
    [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> meshNodes() const {
        std::vector<std::pair<std::size_t, std::size_t>> pairs;
        std::size_t right = 0;
        for (std::size_t left = 0; left < nodes_.nodes.size(); ++left) {
            if (nodes_.nodes[left].mesh < 0) continue;
            while (skin_.nodes.at(right).mesh < 0)
                ++right;
            pairs.emplace_back(left, right++);
        }
        return pairs;
    }

    static std::vector<glm::dvec3> allVertices(const ReadGltf& file, std::size_t node,
                                               const std::vector<glm::dmat4>& worlds) {
        std::vector<glm::dvec3> all;
        const auto mesh = static_cast<std::size_t>(file.nodes[node].mesh);
        for (std::size_t p = 0; p < file.meshes[mesh].primitives.size(); ++p) {
            const auto placed = placedVertices(file, node, p, worlds);
            all.insert(all.end(), placed.begin(), placed.end());
        }
        return all;
    }

    [[nodiscard]] bool isOnePoint(const std::vector<glm::dvec3>& positions) const {
        const double small = 1e-6 * glm::distance(low_, high_);
        return std::ranges::all_of(positions, [&](const glm::dvec3& position) {
            return glm::distance(position, positions.front()) <= small;
        });
    }

    const ReadGltf& nodes_;
    const ReadGltf& skin_;
    glm::dvec3 low_{1e30};
    glm::dvec3 high_{-1e30};
};

/// Compares by a reader and a sampler that share no code with the converter.
TEST(RealFiles, MoveAlikeAsNodesAndAsASkin) {
    const char* art = realFilesFolder();
    if (art == nullptr) GTEST_SKIP() << kNoRealFiles;
    constexpr double kTolerance = 1e-6;
    const TemporaryFolder folder;
    const auto left = convertFolder(keepAll("nodes"), art, (folder.path() / "nodes").string());
    const auto right = convertFolder(keepAll("skin"), art, (folder.path() / "skin").string());
    ASSERT_EQ(left.size(), right.size());
    std::vector<double> errors;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const ReadGltf nodes = readGlb(left[i].output);
        const ReadGltf skin = readGlb(right[i].output);
        const FileComparison comparison(nodes, skin);
        errors.push_back(comparison.worst(nullptr, nullptr, 0));
        EXPECT_LE(errors.back(), kTolerance) << left[i].output << " at rest";
        ASSERT_EQ(nodes.animations.size(), skin.animations.size());
        for (std::size_t a = 0; a < nodes.animations.size(); ++a) {
            const float duration = durationOf(nodes.animations[a]);
            for (int step = 0; step <= 10; ++step) {
                const float time = duration * static_cast<float>(step) / 10.0F;
                errors.push_back(comparison.worst(&nodes.animations[a], &skin.animations[a], time));
                EXPECT_LE(errors.back(), kTolerance)
                    << left[i].output << ": " << nodes.animations[a].name << " at " << time << " s";
            }
        }
    }
    std::ranges::sort(errors);
    ASSERT_FALSE(errors.empty());
    std::cout << fmt::format(
        "{} models, {} poses; difference in sizes of the model: worst {:.1e}, median {:.1e}\n", left.size(),
        errors.size(), errors.back(), errors[errors.size() / 2]);
}

}  // namespace
}  // namespace rigkiln::test
