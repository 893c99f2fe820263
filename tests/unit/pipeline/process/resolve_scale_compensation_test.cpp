#include "pipeline/process/resolve_scale_compensation.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/pose_at.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

/// World matrices of the original scene by the formula of scale compensation.
std::vector<glm::dmat4> compensatedWorlds(const Scene& scene, const Pose& pose) {
    std::vector<glm::dmat4> worlds;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        glm::dmat4 move(1.0);
        move[3] = glm::dvec4(glm::dvec3(pose[i].translation), 1.0);
        glm::dmat4 freed(1.0);
        if (joint.parent && joint.compensatesParentScale) {
            for (int axis = 0; axis < 3; ++axis)
                freed[axis][axis] = 1.0 / static_cast<double>(pose[joint.parent->value].scale[axis]);
        }
        const Transform turnAndScale{
            .translation = glm::vec3(0.0F), .rotation = pose[i].rotation, .scale = pose[i].scale};
        const glm::dmat4 local = move * freed * toMatrix(turnAndScale);
        worlds.push_back(joint.parent ? worlds[joint.parent->value] * local : local);
    }
    return worlds;
}

std::size_t indexOf(const Scene& scene, const std::string& name) {
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (scene.joints[i].name == name) return i;
    }
    return scene.joints.size();
}

/// Joint with a joint's complete transform: its scale node when there is one.
std::size_t loadOf(const Scene& scene, const std::string& name) {
    const std::size_t load = indexOf(scene, name + std::string(kScaleNodeSuffix));
    return load < scene.joints.size() ? load : indexOf(scene, name);
}

double difference(const glm::dmat4& left, const glm::dmat4& right) {
    double worst = 0;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row)
            worst = std::max(worst, std::abs(left[column][row] - right[column][row]));
    }
    return worst;
}

Track<glm::vec3> track(Interpolation interpolation, std::vector<float> times, std::vector<glm::vec3> values) {
    return {.interpolation = interpolation, .times = std::move(times), .values = std::move(values)};
}

JointTracks tracksOf(std::size_t index) {
    return {.joint = IndexOf<Joint>(index),
            .translation = {},
            .rotation = {},
            .scale = {},
            .visibility = {},
            .extras = {}};
}

/// A chain of three joints, of which the lower two compensate scale, and a child that does not.
Scene chain() {
    Scene scene;
    scene.joints = {test::joint("root"), test::joint("arm", 0, {1, 2, 3}), test::joint("hand", 1, {0, 1, 0}),
                    test::joint("cloth", 1, {0, 0, 1})};
    scene.joints[0].rest.scale = {2, 1, 0.5F};
    scene.joints[1].rest.scale = {1, 3, 1};
    scene.joints[1].rest.rotation = test::turn(40, {0, 0, 1});
    scene.joints[2].rest.rotation = test::turn(70, {1, 0, 0});
    scene.joints[3].rest.rotation = test::turn(20, {0, 1, 0});
    scene.joints[1].compensatesParentScale = true;
    scene.joints[2].compensatesParentScale = true;
    scene.joints[1].visible = false;
    return scene;
}

void expectSameWorlds(const Scene& before, const Scene& after, const Clip* clipBefore, const Clip* clipAfter,
                      float time) {
    const auto expected = compensatedWorlds(
        before, clipBefore != nullptr ? test::poseAt(before, *clipBefore, time) : restPose(before));
    const auto found =
        worldMatrices(after, clipAfter != nullptr ? test::poseAt(after, *clipAfter, time) : restPose(after));
    for (std::size_t i = 0; i < before.joints.size(); ++i) {
        EXPECT_LT(difference(expected[i], found[loadOf(after, before.joints[i].name)]), 1e-5)
            << before.joints[i].name << " at " << time;
    }
}

TEST(ResolveScaleCompensation, KeepsTheRestPose) {
    const Scene before = chain();
    Scene after = before;
    resolveScaleCompensation(after);
    expectSameWorlds(before, after, nullptr, nullptr, 0);
    EXPECT_TRUE(validateScene(after).empty());
    EXPECT_EQ(after.joints.size(), 6U) << "root and arm are two each";
    for (const Joint& joint : after.joints)
        EXPECT_FALSE(joint.compensatesParentScale);
}

TEST(ResolveScaleCompensation, HangsWhatIsScaledOnTheScale) {
    Scene scene = chain();
    scene.skins = {{.name = "s",
                    .joints = {IndexOf<Joint>(1), IndexOf<Joint>(2)},
                    .inverseBindMatrices = {glm::mat4(1), glm::mat4(1)}}};
    scene.attachments = {
        {.name = "grip", .kind = "grip", .joint = IndexOf<Joint>(1), .local = {}, .extras = {}}};
    scene.lights = {
        Light{.name = "lamp", .joint = IndexOf<Joint>(0), .local = {}, .range = 1.0F, .extras = {}}};
    resolveScaleCompensation(scene);
    const std::size_t arm = indexOf(scene, "arm");
    const std::size_t armScale = indexOf(scene, "arm_scale");
    EXPECT_EQ(scene.joints[armScale].parent, IndexOf<Joint>(arm));
    EXPECT_EQ(scene.joints[indexOf(scene, "hand")].parent, IndexOf<Joint>(arm));
    EXPECT_EQ(scene.joints[indexOf(scene, "cloth")].parent, IndexOf<Joint>(armScale));
    EXPECT_EQ(scene.skins[0].joints[0], IndexOf<Joint>(armScale));
    EXPECT_EQ(scene.attachments[0].joint, IndexOf<Joint>(armScale));
    EXPECT_EQ(scene.lights[0].joint, IndexOf<Joint>(indexOf(scene, "root_scale")));
    EXPECT_FALSE(scene.joints[armScale].visible) << "hides what hangs on it";
    EXPECT_TRUE(scene.joints[arm].visible);
}

TEST(ResolveScaleCompensation, LeavesAloneWhatIsNeverScaled) {
    Scene scene = chain();
    scene.joints[0].rest.scale = scene.joints[1].rest.scale = glm::vec3(1);
    Scene expected = scene;
    for (Joint& joint : expected.joints)
        joint.compensatesParentScale = false;
    resolveScaleCompensation(scene);
    EXPECT_EQ(scene, expected);
}

Clip movingClip(Interpolation scaleKind, Interpolation moveKind) {
    Clip clip;
    clip.name = "move";
    clip.duration = 1;
    clip.sourceFrameRate = 8;
    clip.sourceFrameCount = 9;
    JointTracks arm = tracksOf(1);
    JointTracks hand = tracksOf(2);
    const auto keys = [](Interpolation kind, glm::vec3 first, glm::vec3 last) {
        if (kind != Interpolation::CubicSpline) return track(kind, {0, 1}, {first, last});
        return track(kind, {0, 1},
                     {glm::vec3(0), first, glm::vec3(1, 2, -1), glm::vec3(-2, 1, 0), last, glm::vec3(0)});
    };
    arm.scale = keys(scaleKind, {1, 3, 1}, {2, 0.5F, 4});
    arm.visibility = {.interpolation = Interpolation::Step, .times = {0}, .values = {1}};
    hand.translation = keys(moveKind, {0, 1, 0}, {3, 2, 1});
    clip.joints = {arm, hand};
    return clip;
}

TEST(ResolveScaleCompensation, IsExactAtEveryFrameWhenBothMove) {
    for (const Interpolation scaleKind :
         {Interpolation::Linear, Interpolation::CubicSpline, Interpolation::Step}) {
        for (const Interpolation moveKind :
             {Interpolation::Linear, Interpolation::CubicSpline, Interpolation::Step}) {
            Scene before = chain();
            before.clips = {movingClip(scaleKind, moveKind)};
            Scene after = before;
            resolveScaleCompensation(after);
            EXPECT_TRUE(validateScene(after).empty());
            for (int frame = 0; frame <= 8; ++frame)
                expectSameWorlds(before, after, &before.clips[0], &after.clips[0],
                                 static_cast<float>(frame) / 8);
        }
    }
}

TEST(ResolveScaleCompensation, IsExactAtAllTimesWhenOneMoves) {
    for (const Interpolation kind :
         {Interpolation::Linear, Interpolation::CubicSpline, Interpolation::Step}) {
        for (const bool isScaleMoving : {false, true}) {
            Scene before = chain();
            before.clips = {movingClip(kind, kind)};
            if (isScaleMoving)
                before.clips[0].joints.pop_back();
            else
                before.clips[0].joints[0].scale = {};
            Scene after = before;
            resolveScaleCompensation(after);
            for (int step = 0; step <= 37; ++step)
                expectSameWorlds(before, after, &before.clips[0], &after.clips[0],
                                 static_cast<float>(step) / 37);
        }
    }
}

TEST(ResolveScaleCompensation, MovesVisibilityWithTheScale) {
    Scene scene = chain();
    scene.clips = {movingClip(Interpolation::Linear, Interpolation::Linear)};
    resolveScaleCompensation(scene);
    const IndexOf<Joint> armScale(indexOf(scene, "arm_scale"));
    bool isFound = false;
    for (const JointTracks& tracks : scene.clips[0].joints) {
        EXPECT_EQ(!tracks.visibility.empty(), tracks.joint == armScale);
        EXPECT_EQ(!tracks.scale.empty(), tracks.joint == armScale);
        isFound = isFound || tracks.joint == armScale;
    }
    EXPECT_TRUE(isFound);
}

TEST(ResolveScaleCompensation, SplitsJointsThatOnlyAClipScales) {
    Scene before = chain();
    before.joints[0].rest.scale = before.joints[1].rest.scale = glm::vec3(1);
    before.clips = {movingClip(Interpolation::Linear, Interpolation::Linear)};
    Scene after = before;
    resolveScaleCompensation(after);
    EXPECT_EQ(after.joints.size(), 5U);
    expectSameWorlds(before, after, &before.clips[0], &after.clips[0], 0.5F);
}

}  // namespace
}  // namespace rigkiln
