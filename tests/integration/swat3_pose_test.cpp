#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/run/run_plan.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/integration/pose_check.hpp"
#include "tests/integration/swat3_reference.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::test {
namespace {

using swat3::QuaternionSense;
using swat3::Space;

/// Rounding error of float32, as a fraction of the size of a model of 72 inches.
constexpr double kSwat3Tolerance = 1e-5;
constexpr double kSize = 72;

struct NamedClip {
    std::string name;
    swat3::GsaFile file;
};

ReadGltf convertAndRead(const swat3::GsmFile& model, const std::vector<NamedClip>& clips) {
    const TemporaryFolder folder;
    std::vector<std::string> inputs = {folder.write("guy.gsm", *encodeGsm(model)).string()};
    for (const NamedClip& clip : clips)
        inputs.push_back(folder.write(clip.name + ".gsa", *encodeGsa(clip.file)).string());
    const auto made = fileConversion(keepAll(), inputs, (folder.path() / "guy.glb").string());
    if (!made) throw std::runtime_error(made.error().text());
    if (exitCode(runPlan(*made, registries(), {.jobs = 1})) != 0)
        throw std::runtime_error("conversion failed");
    return readGlb((folder.path() / "guy.glb").string());
}

/// Largest distance between a vertex of the written file and the reference position that its `_GSM_POS`
/// names.
double worstDistance(const ReadGltf& file, const ReadAnimation* animation, float time,
                     const std::vector<glm::dvec3>& expected, std::size_t& compared) {
    const auto worlds = nodeWorlds(file, animation, time);
    double worst = 0;
    for (std::size_t node = 0; node < file.nodes.size(); ++node) {
        if (file.nodes[node].mesh < 0) continue;
        const ReadMesh& mesh = file.meshes.at(static_cast<std::size_t>(file.nodes[node].mesh));
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
            const std::vector<glm::dvec3> places = placedVertices(file, node, i, worlds);
            const std::vector<float>& positions = mesh.primitives[i].attributes.at("_GSM_POS").values;
            for (std::size_t vertex = 0; vertex < places.size(); ++vertex) {
                const auto index = static_cast<std::size_t>(positions.at(vertex));
                worst = std::max(worst, glm::distance(places[vertex], expected.at(index)));
                ++compared;
            }
        }
    }
    return worst;
}

TEST(Swat3PoseCheck, PutsEveryVertexWhereTheFilesSayAtEveryFrameInAllConventions) {
    for (const auto& rig : {corpus::planSwt(), corpus::planTac()}) {
        for (const Space space : {Space::Model, Space::Bone}) {
            for (const QuaternionSense sense : {QuaternionSense::Conjugated, QuaternionSense::Raw}) {
                const swat3::GsmFile model = makeCharacter(rig, {space, sense});
                const std::vector<NamedClip> clips = {
                    {"a_step", makeGsa(rig, sense, {.versionMinor = 2, .frames = 11})},
                    {"b_old", makeGsa(rig, sense, {.versionMinor = 1, .frames = 7})},
                    {"c_arms", makeGsa(rig, sense, {.versionMinor = 2, .frames = 5, .isPartial = true})},
                    {"d_stand", makeGsa(rig, sense, {.versionMinor = 2, .frames = 1, .hasEvents = false})}};
                const ReadGltf file = convertAndRead(model, clips);
                const Swat3Convention convention{.isInBoneSpace = space == Space::Bone,
                                                 .isConjugated = sense == QuaternionSense::Conjugated};
                std::size_t compared = 0;
                EXPECT_LE(
                    worstDistance(file, nullptr, 0, swat3Vertices(model, convention, nullptr, 0), compared),
                    kSwat3Tolerance * kSize);
                ASSERT_EQ(file.animations.size(), clips.size());
                for (std::size_t c = 0; c < clips.size(); ++c) {
                    ASSERT_EQ(file.animations[c].name, clips[c].name);
                    for (std::size_t frame = 0; frame < clips[c].file.frames.size(); ++frame) {
                        const auto time = static_cast<float>(static_cast<double>(frame) / 10.0);
                        EXPECT_LE(
                            worstDistance(file, &file.animations[c], time,
                                          swat3Vertices(model, convention, &clips[c].file, frame), compared),
                            kSwat3Tolerance * kSize)
                            << clips[c].name << " frame " << frame;
                    }
                }
                EXPECT_GT(compared, 10'000U);
            }
        }
    }
}

TEST(Swat3PoseCheck, PutsAWeaponWhereTheFileSays) {
    for (const Space space : {Space::Model, Space::Bone}) {
        const swat3::GsmFile model = corpus::makeWeapon({space, QuaternionSense::Conjugated});
        std::size_t compared = 0;
        EXPECT_LE(worstDistance(convertAndRead(model, {}), nullptr, 0,
                                swat3Vertices(model, {.isInBoneSpace = space == Space::Bone}, nullptr, 0),
                                compared),
                  kSwat3Tolerance * kSize);
        EXPECT_EQ(compared, model.effectiveVertices.size());
    }
}

}  // namespace
}  // namespace rigkiln::test
