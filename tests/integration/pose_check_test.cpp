#include "tests/integration/pose_check.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/base/text.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/run/run_plan.hpp"
#include "tests/integration/alamo_reference.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"
#include "tools/corpus/art.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

ReadGltf convertAndRead(const std::vector<std::string>& inputs, const fs::path& output,
                        const std::string& rigid) {
    const auto made = fileConversion(keepAll(rigid), inputs, output.string());
    if (!made) throw std::runtime_error(made.error().text());
    const RunReport report = runPlan(*made, registries(), {.jobs = 2});
    if (exitCode(report) != 0)
        throw std::runtime_error(fmt::format("conversion of {} failed", inputs.front()));
    return readGlb(output.string());
}

struct Generated {
    corpus::Model model;
    std::vector<corpus::Clip> clips;
};

/// Models of a generated set with the clips that fit them by name and by bone indices; models without clips
/// are left out.
std::vector<Generated> generatedModels(std::uint64_t seed) {
    corpus::ArtSet set = corpus::makeArtSet(seed, 0);
    std::vector<Generated> models;
    for (corpus::Model& model : set.models) {
        Generated generated{.model = std::move(model), .clips = {}};
        for (const corpus::Clip& clip : set.clips) {
            const bool isNamedSo = startsWithIgnoringCase(clip.name, generated.model.name + "_");
            const bool fits = std::all_of(
                clip.file.bones.begin(), clip.file.bones.end(),
                [&](const alamo::AlaBone& bone) { return bone.index < generated.model.file.bones.size(); });
            if (isNamedSo && fits) generated.clips.push_back(clip);
        }
        if (!generated.clips.empty()) models.push_back(std::move(generated));
    }
    return models;
}

/// Rounding error of float32 and 16-bit rotations.
constexpr double kTolerance = 1e-5;

/// The parameter is the exporter's option `rigid`.
class PoseCheck : public testing::TestWithParam<const char*> {};

TEST_P(PoseCheck, PutsEveryVertexOfGeneratedModelsWhereTheFilesSayAtEveryFrame) {
    std::set<std::string> covered;
    for (const std::uint64_t seed : {1U, 2U}) {
        for (const Generated& generated : generatedModels(seed)) {
            const TemporaryFolder folder;
            std::vector<std::string> inputs = {
                folder.write("model.alo", encodeAlo(generated.model.file)).string()};
            for (const corpus::Clip& clip : generated.clips) {
                inputs.push_back(folder.write(clip.name + ".ala", encodeAla(clip.file)).string());
                covered.insert(clip.file.version == alamo::AlaVersion::V1 ? "v1" : "v2");
            }
            const ReadGltf file = convertAndRead(inputs, folder.path() / "model.glb", GetParam());
            ASSERT_EQ(file.animations.size(), generated.clips.size()) << generated.model.name;
            const Worst rest = checkRest(generated.model.file, file);
            EXPECT_LE(rest.error, kTolerance) << generated.model.name << " " << rest.where;
            for (std::size_t c = 0; c < generated.clips.size(); ++c) {
                const Worst worst =
                    checkClip(generated.model.file, generated.clips[c].file, file, file.animations[c]);
                EXPECT_LE(worst.error, kTolerance)
                    << "seed " << seed << " " << generated.model.name << " " << worst.where;
                EXPECT_GT(worst.comparedVertices, 0U) << generated.clips[c].name;
                EXPECT_EQ(durationOf(file.animations[c]),
                          static_cast<float>(static_cast<double>(generated.clips[c].file.frameCount - 1) /
                                             static_cast<double>(generated.clips[c].file.framesPerSecond)))
                    << generated.clips[c].name;
            }
            for (const ReferenceMesh& mesh : referenceMeshes(generated.model.file))
                covered.insert(mesh.isSkinned ? "skinned" : "rigid");
        }
    }
    EXPECT_EQ(covered, (std::set<std::string>{"v1", "v2", "rigid", "skinned"}));
}

INSTANTIATE_TEST_SUITE_P(Rigid, PoseCheck, testing::Values("nodes", "skin"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace rigkiln::test
