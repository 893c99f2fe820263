#include "pipeline/animation/probe_points.hpp"

#include <gmock/gmock.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::Contains;
using testing::SizeIs;
using testing::UnorderedElementsAre;

/// A scene with one triangle, two units wide and one unit high, on a joint.
Scene onJoint() {
    Scene scene;
    scene.joints = {test::joint("root"), test::joint("hand", 0, {1, 0, 0})};
    scene.meshes.emplace_back().primitives.emplace_back().positions = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    scene.instances.emplace_back().joint = IndexOf<Joint>(1);
    return scene;
}

TEST(ProbePoints, AreTheShellWhereNothingHangs) {
    Scene scene = onJoint();
    scene.joints[0].rest.scale = glm::vec3(2.0F);
    const auto probes = probePoints(scene, {.shell = 0.1});
    EXPECT_THAT(probes[0].points,
                UnorderedElementsAre(glm::dvec3(0.05, 0, 0), glm::dvec3(0, 0.05, 0), glm::dvec3(0, 0, 0.05)));
    EXPECT_FALSE(probes[0].hideWithJoint);
}

TEST(ProbePoints, AreTheCornersOfWhatHangsOnAJoint) {
    const auto probes = probePoints(onJoint(), {});
    EXPECT_THAT(probes[1].points, UnorderedElementsAre(glm::dvec3(0, 0, 0), glm::dvec3(2, 0, 0),
                                                       glm::dvec3(0, 1, 0), glm::dvec3(2, 1, 0)));
    EXPECT_TRUE(probes[1].hideWithJoint);
}

TEST(ProbePoints, TakeSkinnedVerticesIntoTheSpaceOfTheirJoints) {
    Scene scene = onJoint();
    scene.instances.front().skin = IndexOf<Skin>(0);
    glm::mat4 inverseBind(1.0F);
    inverseBind[3] = {-1, 0, 0, 1};
    Skin& skin = scene.skins.emplace_back();
    skin.joints = {IndexOf<Joint>(0), IndexOf<Joint>(1)};
    skin.inverseBindMatrices = {glm::mat4(1.0F), inverseBind};
    InfluenceSet influences;
    influences.joints = {{0, 1, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
    influences.weights = {{0.5F, 0.5F, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
    scene.meshes.front().primitives.front().influenceSets = {influences};
    const auto probes = probePoints(scene, {});
    EXPECT_THAT(probes[0].points, UnorderedElementsAre(glm::dvec3(0, 0, 0)));
    EXPECT_THAT(probes[1].points, Contains(glm::dvec3(1, 1, 0)));
    EXPECT_FALSE(probes[1].hideWithJoint) << "visibility of a joint does not act on skinned vertices";
}

TEST(ProbePoints, SurroundAttachments) {
    Scene scene = onJoint();
    scene.attachments.emplace_back().local.translation = {0, 0, 5};
    const auto probes = probePoints(scene, {.shell = 0.5});
    EXPECT_THAT(probes[0].points, SizeIs(8));
    EXPECT_THAT(probes[0].points, Contains(glm::dvec3(0.5, 0.5, 5.5)));
}

TEST(ProbePoints, SurroundObjectsThatTheSceneDoesNotHave) {
    const std::vector<JointBox> more = {{.joint = IndexOf<Joint>(1), .low = {0, 0, -3}, .high = {0, 2, 0}}};
    const auto probes = probePoints(onJoint(), {.moreObjects = more});
    EXPECT_THAT(probes[0].points, SizeIs(3));
    EXPECT_THAT(probes[1].points, SizeIs(8));
    EXPECT_THAT(probes[1].points, Contains(glm::dvec3(2, 2, -3)));
    EXPECT_FALSE(probes[1].hideWithJoint);
    EXPECT_THAT(probePoints(onJoint(), {.shellOnly = true, .moreObjects = more})[1].points, SizeIs(3));
}

TEST(ProbePoints, CanLeaveTheMeshesAside) {
    const auto probes = probePoints(onJoint(), {.shell = 0.03, .shellOnly = true});
    EXPECT_THAT(probes[1].points, SizeIs(3));
}

TEST(SkeletonExtent, IsTheLongestSideAroundTheJointsOfSkins) {
    Scene scene = onJoint();
    scene.joints.push_back(test::joint("far", 0, {0, 50, 0}));
    EXPECT_EQ(skeletonExtent(scene), 50);
    Skin& skin = scene.skins.emplace_back();
    skin.joints = {IndexOf<Joint>(0), IndexOf<Joint>(1)};
    skin.inverseBindMatrices = {glm::mat4(1.0F), glm::mat4(1.0F)};
    EXPECT_EQ(skeletonExtent(scene), 1);
    EXPECT_EQ(skeletonExtent(Scene()), 0);
}

}  // namespace
}  // namespace rigkiln
