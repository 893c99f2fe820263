#include "pipeline/process/skin_rigid_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/process/absorb_scales.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/pipeline/process/ring_scene.hpp"
#include "tests/unit/pipeline/process/scene_picture.hpp"

namespace rigkiln {
namespace {

using test::expectSamePictures;
using test::rings;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lawsBroken(const Scene& scene) {
    std::vector<std::string> texts;
    for (const SceneProblem& problem : validateScene(scene))
        texts.push_back(problem.where + ": " + problem.problem);
    return texts;
}

Scene skinned(Scene scene, const RigidSkinOptions& options = {}) {
    Diagnostics diagnostics;
    skinRigidParts(scene, options, diagnostics);
    EXPECT_FALSE(diagnostics.has(kRigidSkinNotMade));
    EXPECT_THAT(lawsBroken(scene), IsEmpty());
    return scene;
}

std::vector<std::string> namesOfJoints(const Scene& scene) {
    std::vector<std::string> names;
    for (const Joint& joint : scene.joints)
        names.push_back(joint.name);
    return names;
}

std::vector<std::string> skinJointNames(const Scene& scene, std::size_t skin) {
    std::vector<std::string> names;
    for (const IndexOf<Joint> joint : scene.skins.at(skin).joints)
        names.push_back(scene.joints[joint.value].name);
    return names;
}

/// Draws scales of joints, uniform or not, mirrored or not.
class RandomScales {
public:
    explicit RandomScales(std::uint64_t seed) : random_(seed) {}

    bool oneOf(std::uint64_t count) { return random_() % count == 0; }

    glm::vec3 scale() {
        glm::vec3 result(1.0F);
        if (oneOf(3)) result = glm::vec3(oneOf(2) ? 0.5F : 1.25F);
        if (oneOf(4)) result *= glm::vec3(1.0F, 0.75F, 1.5F);
        for (int axis = 0; axis < 3; ++axis) {
            if (oneOf(5)) result[axis] = -result[axis];
        }
        return result;
    }

    /// Scales a joint around its scale at rest.
    void addTrack(const Clip& clip, const glm::vec3& rest, Track<glm::vec3>& track) {
        track = {.times = {0.0F}, .values = {rest * (oneOf(4) ? 1.0F : 0.8F)}};
        if (clip.duration <= 0) return;
        track.times.push_back(clip.duration);
        track.values.push_back(rest);
    }

private:
    std::mt19937_64 random_;
};

/// Random scene with mirrored joints, scales of all kinds and clips that change them.
Scene scaledScene(std::uint64_t seed) {
    Scene scene = test::randomScene(seed);
    RandomScales random(seed);
    for (Joint& joint : scene.joints)
        joint.rest.scale = random.scale();
    for (Clip& clip : scene.clips) {
        for (JointTracks& tracks : clip.joints) {
            if (random.oneOf(5))
                random.addTrack(clip, scene.joints[tracks.joint.value].rest.scale, tracks.scale);
        }
    }
    for (MeshInstance& instance : scene.instances)
        instance.hidden = random.oneOf(8);
    return scene;
}

TEST(SkinRigidParts, LooksTheSameAtAnyTime) {
    std::size_t parts = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene before = test::randomScene(seed);
        const Scene after = skinned(before);
        parts += static_cast<std::size_t>(std::ranges::count_if(after.instances, isPartOfRigidSkin));
        expectSamePictures(before, after);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(parts, 100U);
}

TEST(SkinRigidParts, LooksTheSameWithMirroredAndScaledJoints) {
    std::size_t sheared = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Scene before = scaledScene(seed);
        Scene after = before;
        Diagnostics diagnostics;
        skinRigidParts(after, {}, diagnostics);
        if (diagnostics.has(kPlaceSheared)) {
            ++sheared;
            before.attachments.clear();
        }
        EXPECT_THAT(lawsBroken(after), IsEmpty());
        expectSamePictures(before, after);
        if (HasFatalFailure()) return;
    }
    EXPECT_LT(sheared, 50U) << "of 150: most scenes compare their attachments";
}

TEST(SkinRigidParts, LeavesNoNegativeScale) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = skinned(scaledScene(seed));
        if (scene.skins.empty()) continue;
        for (const Joint& joint : scene.joints) {
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_GE(joint.rest.scale[axis], 0.0F) << joint.name;
        }
        for (const Clip& clip : scene.clips) {
            for (const JointTracks& tracks : clip.joints) {
                for (const glm::vec3& scale : tracks.scale.values)
                    EXPECT_GE(std::min({scale.x, scale.y, scale.z}), 0.0F);
            }
        }
    }
}

JointTracks blink(std::size_t joint) {
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(joint);
    tracks.visibility = {.interpolation = Interpolation::Step, .times = {0.0F, 0.5F}, .values = {1, 0}};
    return tracks;
}

TEST(SkinRigidParts, PutsOneStaticJointAboveTheRoot) {
    const Scene scene = skinned(rings());
    EXPECT_THAT(namesOfJoints(scene), ElementsAre("rings", "arm", "hand"));
    EXPECT_TRUE(isAddedAs(scene.joints[0], kModelJoint));
    EXPECT_EQ(scene.joints[1].parent, IndexOf<Joint>(0));
    EXPECT_EQ(scene.joints[2].parent, IndexOf<Joint>(1));
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("arm", "hand"));
    EXPECT_EQ(scene.skins[0].name, "rings");
    EXPECT_EQ(scene.clips[0].joints[0].joint, IndexOf<Joint>(1));
    for (const MeshInstance& instance : scene.instances) {
        EXPECT_EQ(instance.skin, IndexOf<Skin>(0));
        EXPECT_TRUE(isPartOfRigidSkin(instance));
    }
    EXPECT_EQ(scene.meshes[1].primitives[0].positions[0], glm::vec3(0, 2, 0));
    EXPECT_EQ(scene.meshes[1].primitives[0].influenceSets[0].joints[2], (std::array<std::uint16_t, 4>{1}));
}

TEST(SkinRigidParts, GivesSeveralRootsACommonOne) {
    Scene before = rings();
    before.joints[1].parent.reset();
    before.name.clear();
    const Scene scene = skinned(before);
    EXPECT_THAT(namesOfJoints(scene), ElementsAre("model", "root", "arm", "hand"));
    EXPECT_TRUE(isAddedAs(scene.joints[1], kRootJoint));
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("root", "arm", "hand"));
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, LeavesTheJointsOfTheSourceTheirNames) {
    Scene scene = rings();
    scene.joints[1].parent.reset();
    scene.joints[0].name = "rings";
    scene.joints[1].name = "root";
    EXPECT_THAT(namesOfJoints(skinned(scene)), ElementsAre("rings_", "root_", "rings", "root"));
}

TEST(SkinRigidParts, HidesPartsByTheScaleOfALeaf) {
    Scene before = rings();
    before.clips[0].joints.push_back(blink(1));
    const Scene scene = skinned(before, {.visibilityFloor = 0.001});
    EXPECT_THAT(namesOfJoints(scene), ElementsAre("rings", "arm", "hand", "hand_visibility"));
    const JointTracks& tracks = scene.clips[0].joints[2];
    EXPECT_EQ(tracks.joint, IndexOf<Joint>(3));
    EXPECT_EQ(tracks.scale.interpolation, Interpolation::Step);
    EXPECT_EQ(tracks.scale.times, (std::vector<float>{0.0F, 0.5F}));
    EXPECT_EQ(tracks.scale.values, (std::vector<glm::vec3>{glm::vec3(1), glm::vec3(0.001F)}));
    EXPECT_EQ(scene.instances[0].joint, IndexOf<Joint>(1));
    EXPECT_EQ(scene.instances[1].joint, IndexOf<Joint>(3));
    EXPECT_EQ(scene.joints[3].rest.scale, glm::vec3(1.0F));
    EXPECT_EQ(scene.clips[0].joints[1].visibility, before.clips[0].joints[1].visibility) << "for the record";
}

TEST(SkinRigidParts, HidesPartsAtRest) {
    Scene before = rings();
    before.joints[0].visible = false;
    before.instances[1].hidden = true;
    const Scene scene = skinned(before);
    EXPECT_THAT(namesOfJoints(scene),
                ElementsAre("rings", "arm", "hand", "arm_visibility", "hand_visibility"));
    EXPECT_EQ(scene.joints[3].rest.scale, glm::vec3(0.0F));
    EXPECT_EQ(scene.joints[4].rest.scale, glm::vec3(0.0F));
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, LeavesSceneAloneWhereOnlyOnePartMoves) {
    Scene scene = rings();
    const RigidSkinOptions automatic{.onlyMoving = true};
    EXPECT_TRUE(isPartOfRigidSkin(skinned(scene, automatic).instances[0])) << "a child moves with its parent";
    scene.clips[0].joints[0].joint = IndexOf<Joint>(1);
    EXPECT_EQ(skinned(scene, automatic), scene);
    EXPECT_NE(skinned(scene), scene);
    scene.clips[0].joints = {blink(0), blink(1)};
    EXPECT_TRUE(isPartOfRigidSkin(skinned(scene, automatic).instances[0])) << "shown and hidden";
    scene.clips.clear();
    EXPECT_EQ(skinned(scene, automatic), scene);
}

TEST(SkinRigidParts, LeavesCollisionAndShadowMeshesOnTheirJoints) {
    Scene before = rings();
    before.instances[0].role = MeshRole::Collision;
    const Scene scene = skinned(before);
    EXPECT_FALSE(scene.instances[0].skin);
    EXPECT_EQ(scene.instances[0].joint, IndexOf<Joint>(1));
    EXPECT_TRUE(scene.instances[1].skin);
    Scene skeleton = rings();
    skeleton.instances.clear();
    EXPECT_EQ(skinned(skeleton), skeleton);
}

TEST(SkinRigidParts, CompletesTheSkinOfAModelWithoutParts) {
    Scene before = test::smallScene();
    before.instances.pop_back();
    const Scene scene = skinned(before);
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("arm", "hand", "root"));
    EXPECT_EQ(scene.skins.size(), 1U);
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, CopiesSharedMeshes) {
    Scene before = rings();
    before.meshes.pop_back();
    before.instances[1].mesh = IndexOf<Mesh>(0);
    const Scene scene = skinned(before);
    EXPECT_EQ(scene.meshes.size(), 2U);
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, RefusesToMultiplySharedMeshes) {
    Scene scene = rings();
    scene.meshes.pop_back();
    scene.instances[1].mesh = IndexOf<Mesh>(0);
    scene.instances.push_back(scene.instances[1]);
    const Scene before = scene;
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    EXPECT_EQ(scene, before);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kRigidSkinNotMade);
    EXPECT_EQ(diagnostics.issues()[0].details,
              "copies of shared meshes would have 6 vertices, at most the 3 of the scene are added");
}

TEST(SkinRigidParts, LeavesJointsOutOfASkinThatWouldBeTooLarge) {
    Scene before = rings();
    for (std::size_t i = 0; i < 300; ++i)
        before.joints.push_back(test::joint("idle", 0));
    const Scene scene = skinned(before);
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("arm", "hand"));
}

TEST(SkinRigidParts, ReportsASkinOfManyJoints) {
    Scene scene = rings();
    for (std::size_t i = 0; i < 300; ++i) {
        scene.joints.push_back(test::joint("finger", 0));
        JointTracks tracks;
        tracks.joint = IndexOf<Joint>(i + 2);
        tracks.translation = {.times = {0.0F}, .values = {glm::vec3(1)}};
        scene.clips[0].joints.push_back(tracks);
    }
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    EXPECT_EQ(scene.skins[0].joints.size(), 302U);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kManySkinJoints);
    EXPECT_EQ(diagnostics.issues()[0].details, "302 joints");
    EXPECT_THAT(lawsBroken(scene), IsEmpty());
}

TEST(SkinRigidParts, RefusesMoreJointsThanInfluencesCanName) {
    Scene scene = rings();
    scene.joints.resize(70'000, test::joint("idle", 0));
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    EXPECT_TRUE(scene.skins.empty());
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].details, "a skin of up to 70003 joints, at most 65535 can be written");
}

TEST(SkinRigidParts, MakesOneSkinForEachModelOfAMergedScene) {
    Diagnostics diagnostics;
    std::vector<ScenePart> parts(2);
    parts[0] = {.name = "first", .scene = rings()};
    parts[1] = {.name = "second", .scene = rings()};
    const Scene before = mergeScenes(std::move(parts), "both", diagnostics);
    const Scene scene = skinned(before);
    ASSERT_EQ(scene.skins.size(), 2U);
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("first", "arm", "hand"));
    EXPECT_THAT(skinJointNames(scene, 1), ElementsAre("second", "arm", "hand"));
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, KeepsAPartThatIsFlatAtRest) {
    Scene before = rings();
    before.joints[1].rest.scale = {1, 0, 1};
    JointTracks grow;
    grow.joint = IndexOf<Joint>(1);
    grow.scale = {.times = {0.0F, 1.0F}, .values = {glm::vec3(1, 0, 1), glm::vec3(1)}};
    before.clips[0].joints.push_back(grow);
    const Scene scene = skinned(before);
    EXPECT_EQ(scene.joints[2].rest.scale, glm::vec3(1, 0, 1));
    EXPECT_EQ(scene.meshes[1].primitives[0].positions[2], glm::vec3(0, 3, 0)) << "not collapsed";
}

}  // namespace
}  // namespace rigkiln
