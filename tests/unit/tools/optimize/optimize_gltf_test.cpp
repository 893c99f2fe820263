#include "tools/optimize/optimize_gltf.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/run/run_in_arena.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/tools/optimize/animated_gltf.hpp"

namespace rigkiln::optimize::test {
namespace {

using testing::HasSubstr;

constexpr double kPerSecond = 500;

double displacementBetween(std::span<const std::byte> left, std::span<const std::byte> right) {
    const Scene before = sceneOf(left);
    const Scene after = sceneOf(right);
    EXPECT_EQ(before.clips.size(), after.clips.size());
    return largestDisplacement(before, before.clips.front(), after.clips.front(), probePoints(before, {}),
                               kPerSecond);
}

TEST(OptimizeGltf, TakesKeysOutWithinTheBound) {
    const std::vector<std::byte> file = swing().glb();
    const Optimized result = optimized(file);
    ASSERT_EQ(result.error, "");
    EXPECT_LT(bufferSize(result.main), bufferSize(file) / 2);
    EXPECT_LE(displacementBetween(file, result.main), kBound);
    ASSERT_EQ(result.reductions.size(), 1U);
    EXPECT_LT(result.reductions.front().bytesAfter, result.reductions.front().bytesBefore / 3);
}

TEST(OptimizeGltf, KeepsTheLengthOfTheAnimation) {
    const Optimized result = optimized(swing().glb(), {.maxError = 10});
    EXPECT_EQ(sceneOf(result.main).clips.front().duration, 2.0F);
    EXPECT_FALSE(result.json()["animations"][0]["channels"].empty());
}

/// Tracks that end early may get a key at the end of the clip.
TEST(OptimizeGltf, KeepsTimesAscendingWhereTracksEndAtDifferentTimes) {
    GltfBuilder builder = swing();
    const std::size_t input = builder.addFloats({0, 0.5F, 1, 1.25F}, "SCALAR");
    const std::size_t output = builder.addFloats({1, 1, 1, 2, 1, 1, 2, 2, 1, 2, 2, 2}, "VEC3");
    Json& animation = builder.json["animations"][0];
    animation["samplers"].push_back({{"input", input}, {"output", output}});
    animation["channels"].push_back({{"sampler", 4}, {"target", {{"node", 0}, {"path", "scale"}}}});
    const std::size_t step = builder.addFloats({0, 3}, "SCALAR");
    const std::size_t values = builder.addFloats({1, 1, 1, 1.5F, 1, 1}, "VEC3");
    animation["samplers"].push_back({{"input", step}, {"interpolation", "STEP"}, {"output", values}});
    animation["channels"].push_back({{"sampler", 5}, {"target", {{"node", 1}, {"path", "scale"}}}});
    const Optimized result = optimized(builder.glb());
    const Scene scene = sceneOf(result.main);
    ASSERT_EQ(scene.clips.size(), 1U) << "left out by the reader";
    EXPECT_EQ(scene.clips.front().duration, 3.0F);
    EXPECT_LE(displacementBetween(builder.glb(), result.main), kBound);
}

TEST(OptimizeGltf, KeepsEverythingElseAsItWas) {
    GltfBuilder builder = swing();
    builder.json["extras"] = {{"z", "last"}, {"a", {{"deep", "text"}}}};
    builder.json["asset"]["generator"] = "somebody";
    builder.json["extensionsUsed"] = {"EXT_of_somebody"};
    builder.json["extensions"] = {{"EXT_of_somebody", {{"said", "so"}}}};
    builder.json["materials"].push_back({{"name", "red"}, {"extras", {{"on", true}}}});
    builder.json["nodes"][1]["extensions"] = {{"EXT_of_somebody", {{"b", "1"}, {"a", "2"}}}};
    const Optimized result = optimized(builder.glb());
    Json before = Json::parse(builder.gltf());
    Json after = result.json();
    for (const char* name : {"accessors", "bufferViews", "buffers", "animations"}) {
        EXPECT_TRUE(after.contains(name));
        before.erase(name);
        after.erase(name);
    }
    before.erase("meshes");  // their accessors may be renumbered
    after.erase("meshes");
    EXPECT_EQ(before.dump(), after.dump());
}

TEST(OptimizeGltf, KeepsLevelsOfDetail) {
    GltfBuilder builder = swing();
    Json coarser = builder.json["nodes"][2];
    coarser["name"] = "coarser";
    builder.json["extensionsUsed"] = {"MSFT_lod"};
    builder.json["nodes"][2]["extensions"] = {{"MSFT_lod", {{"ids", {builder.addNode(coarser)}}}}};
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(result.json()["nodes"].dump(), builder.json["nodes"].dump());
    EXPECT_EQ(result.json()["extensionsUsed"], builder.json["extensionsUsed"]);
    EXPECT_LT(bufferSize(result.main), bufferSize(builder.glb()) / 2);
    EXPECT_EQ(sceneOf(result.main).instances.size(), 2U);
}

TEST(OptimizeGltf, KeepsChannelsThatMoveNoJoint) {
    GltfBuilder builder = swing();
    const std::size_t input = builder.addFloats({0, 1, 2}, "SCALAR");
    const std::size_t output = builder.addFloats({0, 1, 0.5F}, "SCALAR");
    Json& animation = builder.json["animations"][0];
    animation["samplers"].push_back({{"input", input}, {"output", output}});
    animation["channels"].push_back({{"sampler", 4}, {"target", {{"node", 2}, {"path", "weights"}}}});
    const Optimized result = optimized(builder.glb());
    const Json edited = result.json()["animations"][0];
    const Json& channel = edited["channels"].back();
    EXPECT_EQ(channel["target"]["path"], "weights");
    const Json& sampler = edited["samplers"][channel["sampler"].get<std::size_t>()];
    EXPECT_EQ(floatsOf(result.main, sampler["input"]), (std::vector<float>{0, 1, 2}));
    EXPECT_EQ(floatsOf(result.main, sampler["output"]), (std::vector<float>{0, 1, 0.5F}));
}

TEST(OptimizeGltf, DropsChannelsThatTheRestPoseStandsFor) {
    const Json edited = optimized(swing().glb()).json()["animations"][0];
    for (const Json& channel : edited["channels"])
        EXPECT_FALSE(channel["target"]["node"] == 0 && channel["target"]["path"] == "translation");
    EXPECT_EQ(edited["channels"].size(), 3U);
}

TEST(OptimizeGltf, KeepsAKeyOfWhatAnotherAnimationMoves) {
    GltfBuilder builder = swing();
    builder.json["animations"].push_back(
        {{"name", "rise"}, {"samplers", Json::array()}, {"channels", Json::array()}});
    addRisingTrack(builder, 1, 0);
    const Json edited = optimized(builder.glb()).json()["animations"][0];
    EXPECT_EQ(edited["channels"].size(), 4U);
}

/// Readers would treat a node without children and animation differently.
TEST(OptimizeGltf, KeepsAChannelOfNodesThatAreNoJointsWithoutIt) {
    GltfBuilder builder;
    const std::size_t mesh = builder.addTriangle();
    builder.addRoot({{"name", "door"}, {"mesh", mesh}});
    builder.json["animations"].push_back(
        {{"name", "still"}, {"samplers", Json::array()}, {"channels", Json::array()}});
    addRisingTrack(builder, 0, 0);
    const Optimized result = optimized(builder.glb(), {.maxError = 100});
    EXPECT_EQ(result.json()["animations"][0]["channels"].size(), 1U);
    EXPECT_LT(result.main.size(), builder.glb().size());
}

TEST(OptimizeGltf, LeavesAnimationsAloneWhoseSamplersSomebodyMayCount) {
    GltfBuilder builder = swing();
    builder.json["extensionsUsed"] = {"EXT_of_somebody"};
    builder.json["animations"][0]["extensions"] = {{"EXT_of_somebody", {{"sampler", 1}}}};
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(result.main, builder.glb());
    EXPECT_TRUE(std::ranges::any_of(result.diagnostics.issues(),
                                    [](const Issue& issue) { return issue.kind == &kAnimationKept; }));
}

TEST(OptimizeGltf, LeavesFilesWithoutAnimationsAsTheyAre) {
    GltfBuilder builder;
    builder.addSkinnedTriangle();
    EXPECT_EQ(optimized(builder.glb()).main, builder.glb());
}

TEST(OptimizeGltf, KeepsSplinesAndSteps) {
    GltfBuilder builder = swing();
    const std::size_t input = builder.addFloats({0, 1}, "SCALAR");
    const std::size_t output =
        builder.addFloats({0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0}, "VEC3");
    Json& animation = builder.json["animations"][0];
    animation["samplers"].push_back({{"input", input}, {"interpolation", "CUBICSPLINE"}, {"output", output}});
    animation["channels"].push_back({{"sampler", 4}, {"target", {{"node", 0}, {"path", "scale"}}}});
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(sceneOf(result.main).clips.front().joints.back().scale,
              sceneOf(builder.glb()).clips.front().joints.back().scale);
}

TEST(OptimizeGltf, RefusesWhatTheReaderRefusesAndSaysWhy) {
    GltfBuilder builder = swing();
    builder.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    EXPECT_THAT(optimized(builder.glb()).error, HasSubstr("KHR_draco_mesh_compression"));
}

TEST(OptimizeGltf, GivesTheSameBytesForAnyNumberOfJobs) {
    GltfBuilder builder = swing();
    for (std::size_t number = 1; number < 12; ++number) {
        builder.json["animations"].push_back(builder.json["animations"][0]);
        builder.json["animations"][number]["name"] = "swing" + std::to_string(number);
        addRisingTrack(builder, number, 2);
    }
    const std::vector<std::byte> file = builder.glb();
    std::vector<std::vector<std::byte>> results;
    for (const unsigned jobs : {1U, 2U, 5U})
        runInArena(jobs, [&] { results.push_back(optimized(file).main); });
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace rigkiln::optimize::test
