#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/tools/optimize/animated_gltf.hpp"

/// Tests the bound of content that optimize keeps and a scene does not have: points, lines, morph targets,
/// instances and meshes of other scenes.
namespace rigkiln::optimize::test {
namespace {

constexpr double kMeasuresPerSecond = 240;
constexpr std::size_t kTip = 0;
constexpr std::size_t kRoot = 1;
constexpr std::size_t kBody = 2;

/// Largest distance between places in a file and in another, by brute force. The places follow a joint and
/// are in its space.
double moved(std::span<const std::byte> left, std::span<const std::byte> right, const std::string& joint,
             const std::vector<glm::dvec3>& places) {
    const Scene before = sceneOf(left);
    const Scene after = sceneOf(right);
    const auto found = std::ranges::find(before.joints, joint, &Joint::name);
    EXPECT_NE(found, before.joints.end());
    std::vector<JointProbes> probes(before.joints.size());
    probes[static_cast<std::size_t>(found - before.joints.begin())].points = places;
    return largestDisplacement(before, before.clips.front(), after.clips.front(), probes, kMeasuresPerSecond);
}

/// Optimises a file, and expects fewer keys and places of the root within the bound.
void expectBound(const GltfBuilder& builder, const std::vector<glm::dvec3>& places) {
    const std::vector<std::byte> file = builder.glb();
    const Optimized result = optimized(file);
    ASSERT_EQ(result.error, "");
    EXPECT_LT(result.main.size(), file.size());
    EXPECT_LE(moved(file, result.main, "root", places), kBound);
}

/// A primitive of the given vertices.
Json primitiveOf(GltfBuilder& builder, const std::vector<float>& positions) {
    return {{"attributes", {{"POSITION", builder.addFloats(positions, "VEC3")}}}};
}

/// The swing with a triangle on its root, of which a morph target moves one vertex 10 m along x.
GltfBuilder morphed() {
    GltfBuilder builder = swing();
    const std::size_t mesh = builder.addTriangle();
    const std::size_t offsets = builder.addFloats({10, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC3");
    builder.json["meshes"][mesh]["primitives"][0]["targets"] = {{{"POSITION", offsets}}};
    builder.json["nodes"][kRoot]["mesh"] = mesh;
    return builder;
}

/// Adds a sampler with keys at 0 s and 2 s; its number.
std::size_t addSampler(GltfBuilder& builder, const std::vector<float>& values, const char* interpolation) {
    const std::size_t input = builder.addFloats({0, 2}, "SCALAR");
    const std::size_t output = builder.addFloats(values, "SCALAR");
    Json& samplers = builder.json["animations"][0]["samplers"];
    samplers.push_back({{"input", input}, {"interpolation", interpolation}, {"output", output}});
    return samplers.size() - 1;
}

TEST(KeptContent, OfPointsAndLinesStaysWithinTheBound) {
    for (const int mode : {0, 1, 2, 3}) {
        SCOPED_TRACE(mode);
        GltfBuilder builder = swing();
        const std::size_t mesh = builder.addTriangle();
        Json primitive = primitiveOf(builder, {10, 0, 0, 0, 0, 10});
        primitive["mode"] = mode;
        builder.json["meshes"][mesh]["primitives"].push_back(primitive);
        builder.json["nodes"][kRoot]["mesh"] = mesh;
        expectBound(builder, {{10, 0, 0}, {0, 0, 10}});
    }
}

TEST(KeptContent, OfALeafOfPointsStaysWithinTheBound) {
    GltfBuilder builder = swing();
    Json primitive = primitiveOf(builder, {10, 0, 0});
    primitive["mode"] = 0;
    builder.json["meshes"].push_back({{"primitives", {primitive}}});
    const std::size_t leaf = builder.addNode(
        {{"name", "leaf"}, {"translation", {0, 5, 0}}, {"mesh", builder.json["meshes"].size() - 1}});
    builder.json["nodes"][kRoot]["children"].push_back(leaf);
    expectBound(builder, {{10, 5, 0}});
}

TEST(KeptContent, OfSkinnedPointsStaysWithinTheBound) {
    GltfBuilder builder = swing();
    Json& primitives = builder.json["meshes"][0]["primitives"];
    Json primitive = primitives[0];
    primitive["mode"] = 0;
    primitive["attributes"]["POSITION"] = builder.addFloats({10, 0, 0, 0, 10, 0, 0, 0, 10}, "VEC3");
    primitives.push_back(primitive);
    expectBound(builder, {{10, 0, 0}, {0, 10, 0}, {0, 0, 10}});
}

TEST(KeptContent, OfMorphTargetsStaysWithinTheBound) {
    expectBound(morphed(), {{10, 0, 0}});
}

TEST(KeptContent, OfSkinnedMorphTargetsStaysWithinTheBound) {
    GltfBuilder builder = swing();
    const std::size_t offsets = builder.addFloats({0, 0, 0, 10, 0, 0, 0, 0, 0}, "VEC3");
    builder.json["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", offsets}}};
    expectBound(builder, {{11, 0, 0}});
}

TEST(KeptContent, OfMorphTargetsWithUnusualWeightsStaysWithinTheBound) {
    GltfBuilder ofMesh = morphed();
    ofMesh.json["meshes"][1]["weights"] = {4};
    expectBound(ofMesh, {{40, 0, 0}});
    GltfBuilder ofNode = morphed();
    ofNode.json["nodes"][kRoot]["weights"] = {-4};
    expectBound(ofNode, {{-40, 0, 0}});
}

TEST(KeptContent, OfMovingMorphTargetsStaysWithinTheBound) {
    GltfBuilder lines = morphed();
    lines.json["animations"][0]["channels"].push_back({{"sampler", addSampler(lines, {0, 5}, "LINEAR")},
                                                       {"target", {{"node", kRoot}, {"path", "weights"}}}});
    expectBound(lines, {{50, 0, 0}});
    GltfBuilder splines = morphed();
    // The spline leaves 0 by 30 per second; its weight is 8.9 after 2/3 s.
    splines.json["animations"][0]["channels"].push_back(
        {{"sampler", addSampler(splines, {0, 0, 30, 0, 0, 0}, "CUBICSPLINE")},
         {"target", {{"node", kRoot}, {"path", "weights"}}}});
    expectBound(splines, {{88, 0, 0}});
}

TEST(KeptContent, OfMorphTargetsThatPointersMoveStaysWithinTheBound) {
    for (const char* pointer : {"/meshes/1/weights", "/meshes/1/weights/0", "/nodes/1/weights"}) {
        SCOPED_TRACE(pointer);
        GltfBuilder builder = morphed();
        builder.json["extensionsUsed"] = {"KHR_animation_pointer"};
        builder.json["animations"][0]["channels"].push_back(
            {{"sampler", addSampler(builder, {0, 5}, "LINEAR")},
             {"target",
              {{"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}}}});
        const std::vector<std::byte> file = builder.glb();
        EXPECT_LE(moved(file, optimized(file).main, "root", {{50, 0, 0}}), kBound);
    }
}

TEST(KeptContent, OfInstancesStaysWithinTheBound) {
    GltfBuilder builder = swing();
    builder.json["nodes"][kRoot]["mesh"] = builder.addTriangle();
    const std::size_t translations = builder.addFloats({10, 0, 0, 0, 0, -10}, "VEC3");
    const std::size_t rotations = builder.addFloats({0, 0, 1, 0, 0, 0, 0, 1}, "VEC4");
    const std::size_t scales = builder.addFloats({20, 20, 20, 1, 1, 1}, "VEC3");
    builder.json["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
    builder.json["nodes"][kRoot]["extensions"] = {
        {"EXT_mesh_gpu_instancing",
         {{"attributes", {{"TRANSLATION", translations}, {"ROTATION", rotations}, {"SCALE", scales}}}}}};
    // The first instance is turned by half a turn.
    expectBound(builder, {{-10, 0, 0}, {10, -20, 0}, {1, 0, -10}});
}

TEST(KeptContent, OfOtherScenesStaysWithinTheBound) {
    GltfBuilder builder = swing();
    Json mesh = builder.json["meshes"][0];
    mesh["primitives"][0]["attributes"]["POSITION"] =
        builder.addFloats({10, 0, 0, 0, 10, 0, 0, 0, 10}, "VEC3");
    builder.json["meshes"].push_back(mesh);
    const std::size_t body = builder.addNode({{"name", "big"}, {"mesh", 1}, {"skin", 0}});
    builder.json["scene"] = 0;
    builder.json["scenes"].push_back({{"nodes", {kRoot, body}}});
    expectBound(builder, {{10, 0, 0}, {0, 10, 0}, {0, 0, 10}});
}

TEST(KeptContent, KeepsAllKeysWhereItIsDamaged) {
    GltfBuilder builder = morphed();
    builder.json["meshes"][1]["primitives"][0]["targets"][0]["POSITION"] = 99;
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(result.main, builder.glb());
    EXPECT_TRUE(result.diagnostics.has(kNotMeasured));
    const Optimized ofPoints = optimized(builder.glb(), {.shellOnly = true});
    EXPECT_LT(ofPoints.main.size(), builder.glb().size()) << "the shell does not depend on meshes";
    EXPECT_FALSE(ofPoints.diagnostics.has(kNotMeasured));
}

TEST(KeptContent, KeepsAllKeysWhereItIsTooFarAway) {
    GltfBuilder builder = morphed();
    builder.json["meshes"][1]["weights"] = {1e300};
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(result.main, builder.glb());
    EXPECT_TRUE(result.diagnostics.has(kNotMeasured));
    builder.json["meshes"][1]["weights"] = {1e308, -1e308};
    EXPECT_EQ(optimized(builder.glb()).main, builder.glb());
}

/// Viewers hang such a level on the parent, or put it in the place of the finest.
TEST(KeptContent, KeepsAllKeysWhereALevelOfDetailDoesNotMoveWithTheFinest) {
    GltfBuilder builder = swing();
    const std::size_t mesh = builder.addTriangle();
    builder.json["nodes"][kTip]["mesh"] = mesh;
    const std::size_t coarser = builder.addNode({{"mesh", mesh}, {"translation", {10, 0, 0}}});
    builder.json["extensionsUsed"] = {"MSFT_lod"};
    builder.json["nodes"][kTip]["extensions"] = {{"MSFT_lod", {{"ids", {coarser}}}}};
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(result.main, builder.glb());
    EXPECT_TRUE(result.diagnostics.has(kNotMeasured));
}

TEST(KeptContent, KeepsAllKeysWhereInstancesAreSkinned) {
    GltfBuilder builder = swing();
    const std::size_t translations = builder.addFloats({10, 0, 0}, "VEC3");
    builder.json["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
    builder.json["nodes"][kBody]["extensions"] = {
        {"EXT_mesh_gpu_instancing", {{"attributes", {{"TRANSLATION", translations}}}}}};
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(result.main, builder.glb());
    EXPECT_TRUE(result.diagnostics.has(kNotMeasured));
}

TEST(KeptContent, ChangesNothingElsewhere) {
    GltfBuilder builder = morphed();
    const std::vector<std::byte> file = builder.glb();
    const Json edited = optimized(file).json();
    EXPECT_EQ(edited["meshes"][1]["primitives"][0]["targets"].size(), 1U);
    EXPECT_LE(moved(file, optimized(file).main, "tip", {{0.03, 0, 0}}), kBound);
    EXPECT_EQ(edited["nodes"][kTip], builder.json["nodes"][kTip]);
}

TEST(KeptContent, IsNotReportedAsLeftOut) {
    GltfBuilder builder = morphed();
    builder.json["scene"] = 0;
    builder.json["scenes"].push_back({{"nodes", {builder.addNode({{"name", "elsewhere"}})}}});
    builder.json["cameras"] = {
        {{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 0.1}}}, {"extras", 0.5}}};
    builder.json["nodes"][kRoot]["camera"] = 0;
    builder.json["images"] = {{{"uri", "unused.png"}}};
    const Json unused = builder.json["meshes"][0];
    builder.json["meshes"].push_back(unused);
    const Optimized result = optimized(builder.glb());
    EXPECT_EQ(result.json()["cameras"], builder.json["cameras"]);
    EXPECT_EQ(result.json()["images"], builder.json["images"]);
    EXPECT_EQ(result.json()["meshes"].size(), 3U);
    for (const IssueKind* kind :
         {&gltf::kMorphTargets, &gltf::kSceneIgnored, &gltf::kNodeUnused, &gltf::kCameraIgnored,
          &gltf::kExtrasLost, &gltf::kImageUnused, &gltf::kObjectUnused})
        EXPECT_FALSE(result.diagnostics.has(*kind)) << kind->id;
}

}  // namespace
}  // namespace rigkiln::optimize::test
