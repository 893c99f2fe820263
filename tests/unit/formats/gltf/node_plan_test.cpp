#include "formats/gltf/node_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::GltfBuilder;
using test::Json;
using test::ReadBack;
using test::readFile;
using testing::ElementsAre;

std::vector<std::string> jointNames(const Scene& scene) {
    std::vector<std::string> names;
    for (const Joint& joint : scene.joints)
        names.push_back(joint.name);
    return names;
}

TEST(NodePlan, ParentsComeBeforeTheirChildrenAndElseTheFilesOrderHolds) {
    GltfBuilder builder;
    builder.addNode({{"name", "leaf"}});
    builder.addNode({{"name", "other leaf"}});
    builder.addRoot({{"name", "root"}, {"children", {1, 3}}});
    builder.addNode({{"name", "middle"}, {"children", {0}}});
    const ReadBack back = readFile(builder);
    EXPECT_THAT(jointNames(back.scene), ElementsAre("root", "middle", "leaf", "other leaf"));
    EXPECT_EQ(back.scene.joints[2].parent, IndexOf<Joint>(1));
}

TEST(NodePlan, RefusesNodesThatAreTheirOwnAncestors) {
    GltfBuilder builder;
    builder.addNode({{"children", {1}}});
    builder.addNode({{"children", {0}}});
    EXPECT_EQ(readFile(builder).error, "nodes[0] has no root above it: its children come back to themselves");
}

TEST(NodePlan, RefusesTwoParents) {
    GltfBuilder builder;
    builder.addRoot({{"children", {2}}});
    builder.addRoot({{"children", {2}}});
    builder.addNode(Json::object());
    EXPECT_EQ(readFile(builder).error, "nodes[1].children[0] is 2, which is a child of nodes[0] already");
}

TEST(NodePlan, RefusesChildrenAsRootsOfAScene) {
    GltfBuilder builder;
    builder.addRoot({{"children", {1}}});
    builder.addRoot(Json::object());
    EXPECT_EQ(readFile(builder).error, "scenes[0].nodes[1] is 1, which is a child of nodes[0]");
}

TEST(NodePlan, RefusesIndicesOutOfRange) {
    GltfBuilder builder;
    builder.addRoot({{"children", {7}}});
    EXPECT_EQ(readFile(builder).error, "nodes[0].children[0] is 7, the file has 1");
    builder.json["nodes"][0] = {{"mesh", 2}};
    EXPECT_EQ(readFile(builder).error, "nodes[0].mesh is 2, the file has 0");
    builder.json["nodes"][0] = {{"skin", -5}};
    EXPECT_EQ(readFile(builder).error, "nodes[0].skin is -5, the file has 0");
    builder.json["nodes"][0] = Json::object();
    builder.json["scenes"][0]["nodes"] = {0, 1};
    EXPECT_EQ(readFile(builder).error, "scenes[0].nodes[1] is 1, the file has 1");
}

TEST(NodePlan, TakesDeepHierarchies) {
    GltfBuilder builder;
    constexpr std::size_t kDepth = 20000;
    for (std::size_t i = 1; i < kDepth; ++i)
        builder.addNode({{"children", {i}}});
    builder.addNode(Json::object());
    builder.json["scenes"] = {{{"nodes", {0}}}};
    EXPECT_EQ(readFile(builder).scene.joints.size(), kDepth);
}

TEST(NodePlan, TakesTheDefaultSceneAndNamesTheOthers) {
    GltfBuilder builder;
    builder.addNode({{"name", "first"}});
    builder.addNode({{"name", "second"}});
    builder.json["scenes"] = {{{"nodes", {0}}}, {{"name", "main"}, {"nodes", {1}}}};
    builder.json["scene"] = 1;
    const ReadBack back = readFile(builder);
    EXPECT_THAT(jointNames(back.scene), ElementsAre("second"));
    EXPECT_EQ(back.scene.name, "main");
    EXPECT_THAT(back.placesOf(kSceneIgnored), ElementsAre("scenes[0] ''"));
    EXPECT_THAT(back.placesOf(kNodeUnused), ElementsAre("nodes[0] 'first'"));
}

TEST(NodePlan, TakesAllNodesOfAFileWithoutScenes) {
    GltfBuilder builder;
    builder.addNode({{"name", "a"}});
    builder.addNode({{"name", "b"}});
    EXPECT_THAT(jointNames(readFile(builder).scene), ElementsAre("a", "b"));
}

TEST(NodePlan, JointsOfAUsedSkinAreReadThoughNoSceneHasThem) {
    GltfBuilder builder;
    builder.addSkinnedTriangle();
    builder.json["scenes"][0]["nodes"] = {2};
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.error, "");
    EXPECT_THAT(jointNames(back.scene), ElementsAre("root", "tip"));
}

TEST(NodePlan, PutsARootAboveJointsOfASkinThatHaveNone) {
    GltfBuilder builder;
    builder.addSkinnedTriangle();
    builder.json["nodes"][1].erase("children");
    builder.json["scenes"][0]["nodes"].push_back(0);
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.error, "");
    EXPECT_THAT(back.placesOf(kRootAdded), ElementsAre("skins[0].joints"));
    EXPECT_FALSE(back.scene.joints[0].parent);
    EXPECT_EQ(back.scene.joints[1].parent, IndexOf<Joint>(0));
    EXPECT_EQ(back.scene.joints[2].parent, IndexOf<Joint>(0));
}

TEST(NodePlan, AMeshThatOnlyStandsOnItsParentIsNoJoint) {
    GltfBuilder builder;
    builder.addRoot({{"name", "hand"}, {"children", {1}}});
    builder.addNode({{"name", "ring"}, {"mesh", builder.addTriangle()}});
    const ReadBack back = readFile(builder);
    EXPECT_THAT(jointNames(back.scene), ElementsAre("hand"));
    ASSERT_EQ(back.scene.instances.size(), 1U);
    EXPECT_EQ(back.scene.instances[0].name, "ring");
}

TEST(NodePlan, AMeshWithAPlaceOfItsOwnStandsOnAJoint) {
    GltfBuilder builder;
    builder.addRoot({{"name", "hand"}, {"children", {1}}});
    builder.addNode({{"name", "ring"}, {"mesh", builder.addTriangle()}, {"translation", {1, 0, 0}}});
    const ReadBack back = readFile(builder);
    EXPECT_THAT(jointNames(back.scene), ElementsAre("hand", "ring"));
    EXPECT_EQ(back.scene.instances.at(0).joint, IndexOf<Joint>(1));
}

TEST(NodePlan, AMeshThatIsMovedStandsOnAJoint) {
    GltfBuilder builder;
    builder.addRoot({{"children", {1}}});
    builder.addNode({{"name", "ring"}, {"mesh", builder.addTriangle()}});
    const std::size_t times = builder.addFloats({0, 1}, "SCALAR");
    const std::size_t values = builder.addFloats({0, 0, 0, 1, 1, 1}, "VEC3");
    builder.json["animations"] = {
        {{"samplers", {{{"input", times}, {"output", values}, {"interpolation", "STEP"}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "scale"}}}}}}}};
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.scene.joints.size(), 2U);
    ASSERT_EQ(back.scene.clips.size(), 1U);
    EXPECT_EQ(back.scene.clips[0].joints.at(0).scale.interpolation, Interpolation::Step);
}

TEST(NodePlan, AnEmptyLeafStaysAJoint) {
    GltfBuilder builder;
    builder.addRoot({{"name", "hand"}, {"children", {1}}});
    builder.addNode({{"name", "socket"}, {"rotation", {0, 0, 1, 0}}});
    EXPECT_THAT(jointNames(readFile(builder).scene), ElementsAre("hand", "socket"));
}

TEST(NodePlan, ALightThatOnlyStandsOnItsParentIsNoJoint) {
    GltfBuilder builder;
    builder.json["extensions"]["KHR_lights_punctual"]["lights"] = {{{"type", "point"}}};
    builder.addRoot({{"children", {1}}});
    builder.addNode({{"name", "lamp"},
                     {"translation", {0, 2, 0}},
                     {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.joints.size(), 1U);
    ASSERT_EQ(back.scene.lights.size(), 1U);
    EXPECT_EQ(back.scene.lights[0].name, "lamp");
    EXPECT_EQ(back.scene.lights[0].local.translation, glm::vec3(0, 2, 0));
}

}  // namespace
}  // namespace rigkiln::gltf
