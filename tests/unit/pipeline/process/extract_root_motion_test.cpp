#include "pipeline/process/extract_root_motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/process/find_travel.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/add_tracks.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

Track<glm::vec3> lineTo(glm::vec3 from, glm::vec3 to) {
    return {.interpolation = Interpolation::Linear,
            .times = {0.0F, 0.4F, 1.0F},
            .values = {from, glm::mix(from, to, 0.3F) + glm::vec3(0, 0.1F, 0.2F), to}};
}

/// ground > hips > spine > head, and hips > leg; a triangle on each of the last three. The clip moves the
/// hips by 3 m along X and 4 m along -Z.
Scene walker() {
    Scene scene;
    scene.name = "walker";
    scene.joints = {test::joint("ground"), test::joint("hips", 0, {0, 1, 0}),
                    test::joint("spine", 1, {0, 0.3F, 0}), test::joint("head", 2, {0, 0.5F, 0}),
                    test::joint("leg", 1, {0, -0.5F, 0})};
    scene.materials.emplace_back();
    for (std::size_t joint = 2; joint <= 4; ++joint) {
        MeshInstance instance;
        instance.mesh = IndexOf<Mesh>(scene.meshes.size());
        scene.meshes.push_back({.name = "part", .primitives = {test::triangle()}, .extras = {}});
        scene.meshes.back().primitives[0].material = IndexOf<Material>(0);
        instance.joint = IndexOf<Joint>(joint);
        scene.instances.push_back(instance);
    }
    Clip& walk = scene.clips.emplace_back();
    walk.name = "walk";
    walk.duration = 1.0F;
    JointTracks& hips = walk.joints.emplace_back();
    hips.joint = IndexOf<Joint>(1);
    hips.translation = lineTo({0, 1, 0}, {3, 1.2F, -4});
    hips.rotation.times = {0.0F, 1.0F};
    hips.rotation.values = {test::turn(10, {0, 1, 0}), test::turn(100, {0, 1, 0})};
    return scene;
}

Scene extracted(Scene scene, const RootMotionOptions& options = {}) {
    extractRootMotion(scene, options);
    EXPECT_THAT(validateScene(scene), IsEmpty());
    return scene;
}

std::size_t jointNamed(const Scene& scene, const std::string& name) {
    const auto found = std::ranges::find(scene.joints, name, &Joint::name);
    EXPECT_NE(found, scene.joints.end()) << name;
    return static_cast<std::size_t>(found - scene.joints.begin());
}

/// Flags for joints, true for those with these names.
std::vector<bool> named(const Scene& scene, const std::vector<std::string>& names) {
    std::vector<bool> flags;
    for (const Joint& joint : scene.joints)
        flags.push_back(std::ranges::find(names, joint.name) != names.end());
    return flags;
}

/// Expects the joints of a scene in their places at fifty times of all clips, except those that may travel.
void expectSamePoses(const Scene& before, const Scene& after, const std::vector<bool>& mayTravel,
                     double tolerance = 1e-6) {
    ASSERT_EQ(before.clips.size(), after.clips.size());
    for (std::size_t c = 0; c < before.clips.size(); ++c) {
        for (int step = 0; step <= 50; ++step) {
            const float time = before.clips[c].duration * static_cast<float>(step) / 50.0F;
            const auto expected = worldMatricesAt(before, before.clips[c], time);
            const auto found = worldMatricesAt(after, after.clips[c], time);
            std::size_t next = 0;  // of the joints afterwards
            for (std::size_t i = 0; i < expected.size(); ++i, ++next) {
                if (isAddedAs(after.joints[next], kRootMotion)) ++next;
                ASSERT_EQ(after.joints[next].name, before.joints[i].name);
                if (mayTravel[i]) continue;
                for (int column = 0; column < 4; ++column)
                    EXPECT_LE(glm::distance(expected[i][column], found[next][column]), tolerance)
                        << before.joints[i].name << " at " << time;
            }
        }
    }
}

Properties recordOf(const Clip& clip) {
    const Value* value = clip.extras.find(kRootMotion);
    EXPECT_NE(value, nullptr) << clip.name;
    return value == nullptr ? Properties() : std::get<Properties>(value->content());
}

Value memberOf(const Clip& clip, std::string_view name) {
    const Properties record = recordOf(clip);
    const Value* value = record.find(name);
    return value == nullptr ? Value() : *value;
}

double numberIn(const Properties& record, std::string_view name) {
    const Value* value = record.find(name);
    return value == nullptr ? std::nan("") : static_cast<double>(std::get<float>(value->content()));
}

TEST(ExtractRootMotion, MovesTheTravelToAnIdleRoot) {
    const Scene before = walker();
    const Scene after = extracted(before);
    ASSERT_EQ(after.joints.size(), before.joints.size());
    EXPECT_TRUE(isRootMotionJoint(after.joints[0]));
    const Clip& walk = after.clips[0];
    ASSERT_EQ(walk.joints[0].joint, IndexOf<Joint>(0));
    const Track<glm::vec3>& path = walk.joints[0].translation;
    EXPECT_THAT(path.times, ElementsAre(0.0F, 0.4F, 1.0F)) << "the keys of the hips";
    EXPECT_EQ(path.values.front(), glm::vec3(0, 0, 0));
    EXPECT_EQ(path.values.back(), glm::vec3(3, 0, -4)) << "without the height";
    EXPECT_EQ(walk.joints[1].rotation, before.clips[0].joints[0].rotation) << "turns stay";
    expectSamePoses(before, after, named(before, {"ground"}));
}

TEST(ExtractRootMotion, LeavesTheCarrierInItsPlace) {
    const Scene after = extracted(walker());
    for (const glm::vec3& value : after.clips[0].joints[1].translation.values) {
        EXPECT_NEAR(value.x, 0, 1e-6);
        EXPECT_NEAR(value.z, 0, 1e-6);
    }
    EXPECT_FLOAT_EQ(after.clips[0].joints[1].translation.values.back().y, 1.2F);
}

TEST(ExtractRootMotion, TellsWhatItMeasured) {
    const Properties record = recordOf(extracted(walker()).clips[0]);
    EXPECT_EQ(*record.find("joint"), Value("hips"));
    EXPECT_EQ(*record.find("travel"), Value(ValueList{3.0F, -4.0F}));
    const double first = std::hypot(0.9, -1.2 + 0.2);
    EXPECT_NEAR(numberIn(record, "distance"), first + std::hypot(3 - 0.9, -4 + 1.0), 1e-5);
    EXPECT_NEAR(numberIn(record, "turn"), 90, 1e-3);
}

TEST(ExtractRootMotion, AddsAJointWhereSomethingFollowsTheRoot) {
    Scene before = walker();
    before.attachments.push_back(
        {.name = "shadow", .kind = "proxy", .joint = IndexOf<Joint>(0), .local = {}, .extras = {}});
    const Scene after = extracted(before);
    ASSERT_EQ(after.joints.size(), before.joints.size() + 1);
    EXPECT_EQ(after.joints[0].name, "root_motion");
    EXPECT_TRUE(isAddedAs(after.joints[0], kRootMotion));
    EXPECT_TRUE(isRootMotionJoint(after.joints[0]));
    EXPECT_EQ(after.joints[1].parent, IndexOf<Joint>(0));
    expectSamePoses(before, after, named(before, {}));
}

TEST(ExtractRootMotion, AddsAJointWhereTheRootCarries) {
    Scene before = walker();
    before.clips[0].joints[0].joint = IndexOf<Joint>(0);
    const Scene after = extracted(before);
    EXPECT_EQ(after.joints[0].name, "root_motion");
    EXPECT_EQ(memberOf(after.clips[0], "joint"), Value("ground"));
    expectSamePoses(before, after, named(before, {}));
}

TEST(ExtractRootMotion, IsExactBelowJointsThatMove) {
    Scene before = walker();
    JointTracks ground;
    ground.joint = IndexOf<Joint>(0);
    ground.rotation.times = {0.0F, 0.5F, 1.0F};
    ground.rotation.values = {test::turn(0, {0, 1, 0}), test::turn(50, {0, 1, 0}), test::turn(80, {1, 0, 0})};
    ground.scale.times = {0.0F, 1.0F};
    ground.scale.values = {glm::vec3(1), glm::vec3(2)};
    before.clips[0].joints = {ground, before.clips[0].joints[0]};
    const Scene after = extracted(before);
    EXPECT_EQ(after.joints[0].name, "root_motion");
    expectSamePoses(before, after, named(before, {}));
    const auto world = worldMatricesAt(before, before.clips[0], 1.0F);
    const auto start = worldMatricesAt(before, before.clips[0], 0.0F);
    const glm::vec3& end = after.clips[0].joints[0].translation.values.back();
    EXPECT_NEAR(end.x, world[1][3].x - start[1][3].x, 1e-5);
    EXPECT_NEAR(end.z, world[1][3].z - start[1][3].z, 1e-5);
}

TEST(ExtractRootMotion, IsExactForSplinesAndSteps) {
    for (const Interpolation interpolation : {Interpolation::CubicSpline, Interpolation::Step}) {
        for (const bool moves : {false, true}) {
            Scene before = walker();
            Track<glm::vec3>& track = before.clips[0].joints[0].translation;
            track.interpolation = interpolation;
            if (interpolation == Interpolation::CubicSpline) {
                std::vector<glm::vec3> values;
                for (const glm::vec3& value : track.values)
                    values.insert(values.end(), {{1, 2, 3}, value, {-5, 1, 4}});
                track.values = values;
            }
            if (moves) {  // the joint above has other times
                JointTracks ground;
                ground.joint = IndexOf<Joint>(0);
                ground.translation.times = {0.1F, 0.7F};
                ground.translation.values = {{0, 0, 0}, {0, 0.2F, 0.001F}};
                before.clips[0].joints = {ground, before.clips[0].joints[0]};
            }
            const Scene after = extracted(before);
            expectSamePoses(before, after, named(before, {"ground"}));
            if (moves) continue;
            EXPECT_EQ(after.clips[0].joints[0].translation.interpolation, interpolation);
        }
    }
}

TEST(ExtractRootMotion, KeepsOtherBranchesInTheirPlaces) {
    Scene before = walker();
    before.joints.push_back(test::joint("marker", 0, {1, 0, 0}));
    before.joints.push_back(test::joint("second root", std::nullopt, {2, 0, 0}));
    before.joints[0].rest.rotation = test::turn(30, {0.6F, 0.8F, 0});
    before.joints[0].rest.scale = glm::vec3(2, 2, 2);
    const Scene after = extracted(before);
    EXPECT_EQ(after.joints[0].name, "root_motion") << "there are two roots";
    EXPECT_EQ(after.joints.back().parent, IndexOf<Joint>(0));
    expectSamePoses(before, after, named(before, {"ground"}), 2e-6);
}

TEST(ExtractRootMotion, LeavesScenesWithoutTravelAlone) {
    Scene inPlace = walker();
    inPlace.clips[0].joints[0].translation = {.interpolation = Interpolation::Linear,
                                              .times = {0.0F, 0.5F, 1.0F},
                                              .values = {{0, 1, 0}, {0.02F, 0.9F, 0.05F}, {0, 1, 0}}};
    EXPECT_EQ(extracted(inPlace), inPlace) << "hips that sway";
    inPlace.clips[0].joints[0].translation.values.back() = {0.005F, 1, 0.005F};
    EXPECT_EQ(extracted(inPlace), inPlace) << "the last frame is the one before the first";
    Scene upwards = walker();
    for (glm::vec3& value : upwards.clips[0].joints[0].translation.values)
        value = {0, value.y, 0};
    EXPECT_EQ(extracted(upwards), upwards);
    Scene part = walker();
    part.clips[0].joints[0].joint = IndexOf<Joint>(4);
    EXPECT_EQ(extracted(part), part) << "one leg does not carry the model";
    EXPECT_EQ(extracted(Scene()), Scene());
}

TEST(ExtractRootMotion, LeavesClipsWithoutTravelAlone) {
    Scene before = walker();
    Clip idle = before.clips[0];
    idle.name = "idle";
    idle.joints[0].translation = {};
    before.clips.push_back(idle);
    idle.joints[0].translation = {
        .interpolation = Interpolation::Linear, .times = {0.0F, 1.0F}, .values = {{0, 1, 0}, {0, 1, 0}}};
    before.clips.push_back(idle);
    const Scene after = extracted(before);
    EXPECT_TRUE(after.clips[1].joints[0].translation.empty());
    EXPECT_EQ(after.clips[2], idle) << "keys that do not move";
    EXPECT_TRUE(isRootMotionJoint(after.joints[0]));
}

TEST(ExtractRootMotion, TakesADetourForTravel) {
    Scene before = walker();
    before.clips[0].joints[0].translation.values = {{0, 1, 0}, {2, 1, 0}, {0, 1, 0}};
    const Scene after = extracted(before);
    EXPECT_EQ(memberOf(after.clips[0], "travel"), Value(ValueList{0.0F, 0.0F}));
    EXPECT_NEAR(numberIn(recordOf(after.clips[0]), "distance"), 4, 1e-6);
}

TEST(ExtractRootMotion, IsNotMisledByADriftOfTheRoot) {
    Scene before = walker();
    JointTracks ground;
    ground.joint = IndexOf<Joint>(0);
    ground.translation.times = {0.0F, 1.0F};
    ground.translation.values = {{0, 0, 0}, {0.01F, 0, 0}};
    before.clips[0].joints = {ground, before.clips[0].joints[0]};
    const Scene after = extracted(before);
    EXPECT_EQ(memberOf(after.clips[0], "joint"), Value("hips"));
    expectSamePoses(before, after, named(before, {}));
}

TEST(ExtractRootMotion, RemovesTheTravel) {
    Scene before = walker();
    before.joints.push_back(test::joint("marker", 0, {1, 0, 0}));
    const Scene after = extracted(before, {.isRemoved = true});
    EXPECT_EQ(after.joints, before.joints);
    EXPECT_EQ(memberOf(after.clips[0], "travel"), Value(ValueList{3.0F, -4.0F}));
    const std::size_t hips = jointNamed(after, "hips");
    const std::size_t marker = jointNamed(after, "marker");
    for (int step = 0; step <= 50; ++step) {
        const float time = static_cast<float>(step) / 50.0F;
        const auto expected = worldMatricesAt(before, before.clips[0], time);
        const auto found = worldMatricesAt(after, after.clips[0], time);
        EXPECT_NEAR(found[hips][3].x, 0, 1e-6);
        EXPECT_NEAR(found[hips][3].z, 0, 1e-6);
        EXPECT_NEAR(found[hips][3].y, expected[hips][3].y, 1e-6);
        EXPECT_LE(glm::distance(found[marker][3] - found[hips][3], expected[marker][3] - expected[hips][3]) -
                      std::abs(expected[hips][3].y - found[hips][3].y),
                  1e-5)
            << "what stands still slides back";
    }
}

TEST(ExtractRootMotion, RemovesTheTravelOfARoot) {
    Scene before = walker();
    before.clips[0].joints[0].joint = IndexOf<Joint>(0);
    const Scene after = extracted(before, {.isRemoved = true});
    EXPECT_EQ(after.joints, before.joints);
    const auto start = worldMatricesAt(after, after.clips[0], 0.0F);
    const auto end = worldMatricesAt(after, after.clips[0], 1.0F);
    EXPECT_NEAR(end[0][3].x - start[0][3].x, 0, 1e-6);
    EXPECT_NEAR(end[0][3].z - start[0][3].z, 0, 1e-6);
}

TEST(ExtractRootMotion, MovesTheRootOfARigidSkin) {
    Scene before = walker();
    Diagnostics diagnostics;
    skinRigidParts(before, {}, diagnostics);
    const Scene after = extracted(before);
    EXPECT_TRUE(isAddedAs(after.joints[0], kModelJoint));
    EXPECT_FALSE(isRootMotionJoint(after.joints[0]));
    EXPECT_TRUE(isRootMotionJoint(after.joints[1]));
    EXPECT_THAT(after.skins[0].joints, Contains(IndexOf<Joint>(1)));
    expectSamePoses(before, after, named(before, {"ground"}));
}

TEST(ExtractRootMotion, GivesSkinsTheAddedJoint) {
    Scene before = walker();
    Diagnostics diagnostics;
    skinRigidParts(before, {}, diagnostics);
    before.attachments.push_back(
        {.name = "shadow", .kind = "proxy", .joint = IndexOf<Joint>(1), .local = {}, .extras = {}});
    const Scene after = extracted(before);
    const std::size_t root = jointNamed(after, "root_motion");
    EXPECT_EQ(after.joints[root].parent, IndexOf<Joint>(0)) << "below the static joint";
    EXPECT_EQ(after.skins[0].joints.back(), IndexOf<Joint>(root));
    EXPECT_EQ(after.skins[0].inverseBindMatrices.back(), glm::mat4(1.0F));
    EXPECT_EQ(after.skins[0].joints.size(), after.skins[0].inverseBindMatrices.size());
    expectSamePoses(before, after, named(before, {}));
}

TEST(ExtractRootMotion, MovesEachModelOfAMergedSceneByItself) {
    Diagnostics diagnostics;
    Scene other = walker();
    other.clips[0].name = "run";
    std::vector<ScenePart> parts;
    parts.push_back({.name = "one", .scene = walker()});
    parts.push_back({.name = "two", .scene = std::move(other)});
    const Scene before = mergeScenes(std::move(parts), "both", diagnostics);
    const Scene after = extracted(before);
    EXPECT_EQ(std::ranges::count_if(after.joints, isRootMotionJoint), 2);
    EXPECT_EQ(std::ranges::count_if(after.joints, [](const Joint& joint) { return !joint.parent; }), 2);
    expectSamePoses(before, after, named(before, {"ground"}), 2e-6);
}

TEST(ExtractRootMotion, KeepsNamesOfTheSource) {
    Scene before = walker();
    before.clips[0].joints[0].joint = IndexOf<Joint>(0);
    before.joints[3].name = "root_motion";
    EXPECT_EQ(extracted(before).joints[0].name, "root_motion_");
}

TEST(ExtractRootMotion, GivesTheSameTwice) {
    EXPECT_EQ(extracted(walker()), extracted(walker()));
    const Scene once = extracted(walker());
    Scene twice = once;
    extractRootMotion(twice, {});
    EXPECT_EQ(twice.joints.size(), once.joints.size() + 1) << "the root carries the model now";
}

/// A random scene in which a joint that most others are below travels; nothing without clips.
std::optional<Scene> randomWalker(std::uint64_t seed) {
    Scene scene = test::randomScene(seed);
    if (scene.clips.empty()) return std::nullopt;
    std::vector<std::size_t> below(scene.joints.size(), 1);
    std::size_t carrier = 0;
    for (std::size_t i = scene.joints.size(); i-- > 0;) {
        if (const auto& parent = scene.joints[i].parent) below[parent->value] += below[i];
        // The deepest one, or the root.
        if (carrier == 0 && seed % 3 != 0 && 2 * below[i] > scene.joints.size()) carrier = i;
    }
    Track<glm::vec3> path = lineTo({0, 0, 0}, {30, 1, -20});
    for (float& time : path.times)
        time *= scene.clips[0].duration;
    if (seed % 2 == 0) path.interpolation = Interpolation::Step;
    if (scene.clips[0].duration > 0) addToTranslation(scene.clips[0], scene, IndexOf<Joint>(carrier), path);
    return scene;
}

TEST(ExtractRootMotion, KeepsThePosesOfRandomScenes) {
    std::size_t travelled = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const std::optional<Scene> walker = randomWalker(seed);
        if (!walker) continue;
        const Scene& before = *walker;
        const Scene after = extracted(before);
        if (std::ranges::none_of(after.joints, isRootMotionJoint)) continue;
        ++travelled;
        std::vector<bool> mayTravel = jointsInUse(before);
        mayTravel.flip();
        expectSamePoses(before, after, mayTravel, 2e-5);
    }
    EXPECT_GT(travelled, 20U);
}

}  // namespace
}  // namespace rigkiln
