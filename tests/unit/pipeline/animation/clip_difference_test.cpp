#include "pipeline/animation/clip_difference.hpp"

#include <gtest/gtest.h>

#include "tests/unit/pipeline/animation/arm_scene.hpp"

namespace rigkiln {
namespace {

/// The scene of an arm with a root above and the joints the other way round in the file's numbers.
Scene rootedScene() {
    Scene scene;
    scene.joints = {test::joint("root"), test::joint("arm", 0), test::joint("hand", 1, {1, 0, 0})};
    return scene;
}

Clip moved(std::size_t joint, float distance) {
    Clip clip;
    clip.duration = 2;
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(joint);
    tracks.translation = {.times = {0, 1, 2}, .values = {{0, 0, 0}, {distance, 0, 0}, {0, 0, 0}}};
    clip.joints.push_back(tracks);
    return clip;
}

ClipDifference differenceOf(const Scene& left, const Clip& leftClip, const Scene& right,
                            const Clip& rightClip) {
    return measureClipDifference(left, leftClip, right, rightClip, probePoints(left, {}),
                                 matchJoints(left, right));
}

TEST(MatchJoints, GoesByPathThenByNamesThatAreThereOnce) {
    const JointPartners partners = matchJoints(armScene(), rootedScene());
    ASSERT_EQ(partners.size(), 2U);
    EXPECT_EQ(partners[0], IndexOf<Joint>(1));
    EXPECT_EQ(partners[1], IndexOf<Joint>(2));
}

TEST(MatchJoints, TellsEqualNamesApartByTheirPaths) {
    Scene left;
    left.joints = {test::joint("a"), test::joint("b"), test::joint("tip", 0), test::joint("tip", 1)};
    Scene right;
    right.joints = {test::joint("b"), test::joint("a"), test::joint("tip", 0), test::joint("tip", 1)};
    const JointPartners partners = matchJoints(left, right);
    EXPECT_EQ(partners[2], IndexOf<Joint>(3));
    EXPECT_EQ(partners[3], IndexOf<Joint>(2));
}

TEST(MatchJoints, LeavesOutWhatHasNoPartner) {
    Scene right = armScene();
    right.joints[1].name = "hook";
    EXPECT_FALSE(matchJoints(armScene(), right)[1]);
}

TEST(MeasureClipDifference, FindsTheLargestDisplacementAndWhereItIs) {
    const Scene left = armScene();
    const Scene right = rootedScene();
    const ClipDifference found = differenceOf(left, moved(0, 0.5F), right, moved(1, 0.25F));
    EXPECT_NEAR(found.maximum, 0.25, 1e-7);
    EXPECT_EQ(found.time, 1.0F);
    EXPECT_EQ(found.joints, 2U);
    EXPECT_LE(found.p99, found.maximum);
    EXPECT_EQ(differenceOf(left, moved(0, 0.5F), right, moved(1, 0.5F)).maximum, 0);
}

TEST(MeasureClipDifference, SeesAnotherRestPose) {
    Scene right = armScene();
    right.joints[1].rest.translation.y = 0.125F;
    const ClipDifference found = differenceOf(armScene(), moved(0, 1), right, moved(0, 1));
    EXPECT_NEAR(found.maximum, 0.125, 1e-7);
    EXPECT_EQ(found.joint, IndexOf<Joint>(1));
}

/// Two keys far apart, and between them a turn that the quarters miss.
TEST(MeasureClipDifference, LooksDenselyBetweenFewKeys) {
    const Scene scene = armScene();
    Clip spline = moved(0, 0);
    spline.duration = 10;
    spline.joints.front().translation = {.interpolation = Interpolation::CubicSpline,
                                         .times = {0, 10},
                                         .values = {{0, 0, 0},
                                                    {0, 0, 0},
                                                    {1, 0, 0},  //
                                                    {0, 0, 0},
                                                    {0, 0, 0},
                                                    {0, 0, 0}}};
    Clip still = spline;
    still.joints.front().translation = {.times = {0, 10}, .values = {{0, 0, 0}, {0, 0, 0}}};
    // The top of t (1 - t)^2 is at a third, where it is 4 / 27 of the length times the slope.
    EXPECT_NEAR(differenceOf(scene, still, scene, spline).maximum, 40.0 / 27, 1e-4);
}

TEST(MeasureClipDifference, PassesOverWhatBothHide) {
    Scene scene = armScene();
    Mesh mesh;
    mesh.primitives.push_back(test::triangle());
    scene.meshes.push_back(mesh);
    MeshInstance instance;
    instance.joint = IndexOf<Joint>(1);
    scene.instances.push_back(instance);
    const auto hidden = [](float distance) {
        Clip clip = moved(1, distance);
        clip.joints.front().visibility = {.interpolation = Interpolation::Step, .times = {0}, .values = {0}};
        return clip;
    };
    EXPECT_EQ(differenceOf(scene, hidden(0), scene, hidden(5)).maximum, 0);
    EXPECT_GT(differenceOf(scene, hidden(0), scene, moved(1, 5)).maximum, 4);
}

}  // namespace
}  // namespace rigkiln
