#include "exporters/gltf/collision_names.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;

/// A tetrahedron, which is convex; without its last triangle, which is not proven to be.
void makeBody(Primitive& primitive, bool isClosed) {
    primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    primitive.normals.clear();
    primitive.indices = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    if (!isClosed) primitive.indices.resize(9);
}

MeshInstance& addBody(Scene& scene, std::size_t joint, const std::string& name, bool isClosed = true) {
    MeshInstance& body = scene.instances[addTriangle(scene, joint, name)];
    body.role = MeshRole::Collision;
    makeBody(scene.meshes.back().primitives[0], isClosed);
    return body;
}

std::vector<std::string> instanceNames(const Scene& scene, const ExportSettings& settings) {
    const ReadGltf file = readBack(scene, settings);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < scene.instances.size(); ++i)
        names.push_back(file.nodes[scene.joints.size() + i].name);
    return names;
}

std::vector<std::string> placesOf(const Scene& scene, const IssueKind& kind) {
    Diagnostics diagnostics;
    EXPECT_TRUE(exportScene(scene, {.collisionNames = "unreal"}, diagnostics));
    std::vector<std::string> places;
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind == &kind) places.push_back(issue.where);
    }
    return places;
}

/// Joint 0 with the mesh "hull", joint 1 below with "gun".
Scene armedHull() {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 0, "hull");
    addTriangle(scene, 1, "gun");
    return scene;
}

TEST(CollisionNames, ForGodotTellConvexBodiesFromOthers) {
    Scene scene = armedHull();
    addBody(scene, 0, "shell");
    addBody(scene, 0, "cage", false);
    EXPECT_THAT(instanceNames(scene, {.collisionNames = "godot"}),
                ElementsAre("hull", "gun", "shell-convcolonly", "cage-colonly"));
    const ReadGltf file = readBack(scene, {.collisionNames = "godot"});
    EXPECT_EQ(file.json.at("nodes").at(4).at("extras").at("rigkiln_name"), "shell");
    EXPECT_EQ(file.meshes[2].name, "shell") << "hints in names of meshes mean something else";
    EXPECT_THAT(instanceNames(scene, {}), ElementsAre("hull", "gun", "shell", "cage"));
}

TEST(CollisionNames, ForGodotAreNotEscapedAndStayUnique) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].name = "hull-colonly";
    addBody(scene, 0, "hull", false);
    addBody(scene, 0, "hull", false);
    addBody(scene, 0, "X_COL", false);
    EXPECT_THAT(instanceNames(scene, {.names = "godot", .collisionNames = "godot"}),
                ElementsAre("hull-colonly", "hull_2-colonly", "X_COL_mesh-colonly"));
    EXPECT_THAT(instanceNames(scene, {.collisionNames = "godot"}),
                ElementsAre("hull_2-colonly", "hull_2_2-colonly", "X_COL-colonly"));
}

TEST(CollisionNames, ForUnrealAreThoseOfTheMeshOfTheSameNameJointOrParent) {
    Scene scene = armedHull();
    addBody(scene, 1, "HULL");
    addBody(scene, 1, "barrel");
    scene.joints.push_back(
        {.name = "tip", .parent = IndexOf<Joint>(1), .rest = {}, .sourceIndex = {}, .extras = {}});
    addBody(scene, 2, "end");
    addBody(scene, 0, "rest");
    EXPECT_THAT(instanceNames(scene, {.collisionNames = "unreal"}),
                ElementsAre("hull", "gun", "UCX_hull_01", "UCX_gun_01", "UCX_gun_02", "UCX_hull_02"));
    EXPECT_THAT(placesOf(scene, kCollisionNotConvex), ElementsAre());
}

TEST(CollisionNames, ForUnrealAreOfTheFirstMeshOfTheModelOtherwise) {
    Scene scene = chainOfJoints(1);
    for (const char* name : {"mesh", "other"})
        scene.joints.push_back(
            {.name = name, .parent = IndexOf<Joint>(0), .rest = {}, .sourceIndex = {}, .extras = {}});
    addTriangle(scene, 1, "hull");
    addBody(scene, 2, "body");
    EXPECT_EQ(instanceNames(scene, {.collisionNames = "unreal"})[1], "UCX_hull_01");
    scene.joints[2].parent = {};
    EXPECT_EQ(instanceNames(scene, {.collisionNames = "unreal"})[1], "body") << "another model";
    EXPECT_THAT(placesOf(scene, kCollisionWithoutMesh), ElementsAre("mesh 'body'"));
}

TEST(CollisionNames, ForUnrealAvoidNumbersThatNameAnotherMesh) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "hull");
    addTriangle(scene, 0, "hull_01");
    addTriangle(scene, 0, "UCX_hull_02");
    addBody(scene, 0, "hull");
    EXPECT_EQ(instanceNames(scene, {.collisionNames = "unreal"}).back(), "UCX_hull_03");
}

TEST(CollisionNames, ForUnrealTellWhatIsNotConvexOrHasASkin) {
    Scene scene = armedHull();
    addBody(scene, 0, "cage", false);
    scene.instances[addSkinnedTriangle(scene, "flag")].role = MeshRole::Collision;
    EXPECT_THAT(placesOf(scene, kCollisionNotConvex), ElementsAre("mesh 'cage'"));
    EXPECT_THAT(placesOf(scene, kCollisionWithoutMesh), ElementsAre("mesh 'flag'"));
    EXPECT_THAT(instanceNames(scene, {.collisionNames = "unreal"}),
                ElementsAre("hull", "gun", "UCX_hull_01", "flag"));
}

TEST(CollisionNames, ForUnrealLackTheMarkOfALevel) {
    Scene scene = chainOfJoints(1);
    for (const std::uint32_t level : {1U, 0U}) {
        MeshInstance& instance = scene.instances[addTriangle(scene, 0, "hull")];
        instance.levelOfDetail = level;
        instance.variantBase = "hull";
    }
    addBody(scene, 0, "body");
    EXPECT_THAT(instanceNames(scene, {.levels = "unreal", .collisionNames = "unreal"}),
                ElementsAre("LOD0_hull", "LOD1_hull", "UCX_hull_01"));
}

TEST(CollisionNames, ForEnginesBelongToShapesOfTheirFullSize) {
    Scene scene = armedHull();
    addBody(scene, 1, "shell").hidden = true;
    scene.joints[1].visible = false;
    Clip clip = clipNamed("show", 1.0F);
    tracksOf(clip, 1).visibility = {.interpolation = Interpolation::Step, .times = {0.5F}, .values = {1}};
    scene.clips.push_back(clip);
    const ReadGltf plain = readBack(scene);
    EXPECT_EQ(plain.nodes[4].scale, (Floats{0, 0, 0}));
    for (const char* names : {"godot", "unreal"}) {
        scene.instances.back().hidden = false;
        const ReadGltf file = readBack(scene, {.collisionNames = names});
        EXPECT_TRUE(file.nodes[4].scale.empty() || file.nodes[4].scale == (Floats{1, 1, 1}));
        ASSERT_EQ(file.animations[0].channels.size(), 1U);
        EXPECT_EQ(file.animations[0].channels[0].node, 3) << "the gun";
    }
}

TEST(CollisionNames, AreTheSameInTheFilesOfClips) {
    Scene scene = armedHull();
    addBody(scene, 0, "shell");
    scene.clips.push_back(clipNamed("idle", 1.0F));
    for (const char* names : {"godot", "unreal"}) {
        const OutputSet files = exported(scene, {.collisionNames = names, .clips = "separate"});
        const auto model = jsonOf(files, "model.glb").at("nodes");
        const auto motion = jsonOf(files, "model@idle.glb").at("nodes");
        EXPECT_EQ(model.at(4).at("name"), motion.at(4).at("name"));
        EXPECT_NE(model.at(4).at("name"), "shell");
    }
}

TEST(CollisionNames, OfManyBodiesAreFoundInLinearTime) {
    constexpr std::size_t kBodies = 20000;
    Scene scene = armedHull();
    addBody(scene, 0, "body");
    scene.instances.resize(kBodies, scene.instances.back());
    EXPECT_EQ(instanceNames(scene, {.collisionNames = "unreal"}).back(), "UCX_hull_19998");
    EXPECT_EQ(instanceNames(scene, {.collisionNames = "godot"}).back(), "body_19998-convcolonly");
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
