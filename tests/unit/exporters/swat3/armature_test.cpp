#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/build_gsa.hpp"
#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/stored_frame.hpp"
#include "exporters/swat3/target_skeleton.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/exporters/swat3/canonical_scenes.hpp"

namespace rigkiln::swat3_export {
namespace {

Joint armature() {
    Joint joint = test::joint("Armature", std::nullopt, {0.5F, 0, 0});
    joint.rest.rotation = test::turn(-90, {1, 0, 0});
    joint.rest.scale = glm::vec3(0.01F);
    return joint;
}

/// Removes the armature's transform from a place: all of it for a root, only the scale for joints below.
glm::vec3 undone(const glm::vec3& place, bool isRoot) {
    const Transform above = armature().rest;
    return isRoot ? glm::conjugate(above.rotation) * (place - above.translation) / above.scale
                  : place / above.scale;
}

glm::quat undone(const glm::quat& rotation, bool isRoot) {
    return isRoot ? glm::conjugate(armature().rest.rotation) * rotation : rotation;
}

void moveTracks(JointTracks& tracks) {
    const bool isRoot = tracks.joint.value == 0;
    for (glm::quat& rotation : tracks.rotation.values)
        rotation = undone(rotation, isRoot);
    for (glm::vec3& translation : tracks.translation.values)
        translation = undone(translation, isRoot);
    ++tracks.joint.value;
}

/// Rebuilds the scene as programs with armatures return it. All joints hang below one more joint that rotates
/// and scales them, their own transforms undo that, and names have number suffixes.
Scene belowArmature(Scene scene) {
    for (Joint& joint : scene.joints) {
        const bool isRoot = !joint.parent;
        joint.name += ".001";
        joint.rest.translation = undone(joint.rest.translation, isRoot);
        joint.rest.rotation = undone(joint.rest.rotation, isRoot);
        joint.parent = IndexOf<Joint>(isRoot ? 0 : joint.parent->value + 1);
    }
    scene.joints.insert(scene.joints.begin(), armature());
    for (IndexOf<Joint>& joint : scene.skins.at(0).joints)
        ++joint.value;
    for (Clip& clip : scene.clips) {
        for (JointTracks& tracks : clip.joints)
            moveTracks(tracks);
    }
    return scene;
}

TEST(Armature, IsNoBoneAndChangesNone) {
    const auto [bones, set] = *setsOf(2).rbegin();
    const GsmFile& model = set.models.front();
    const FileSpace space(UpAxis::ZUp, kInch);
    const Scene scene = belowArmature(canonical(model, set.clips, {.metresPerUnit = kInch}));
    Diagnostics diagnostics;
    const auto skeleton = makeTargetSkeleton(scene, {.base = &model.skeletons, .space = space}, diagnostics);
    ASSERT_TRUE(skeleton) << skeleton.error().text();
    for (std::size_t bone = 0; bone < bones; ++bone) {
        const swat3::Bone& made = skeleton->skeletons[0].bones[bone];
        const swat3::Bone& wanted = model.skeletons[0].bones[bone];
        EXPECT_EQ(made.name, wanted.name);
        EXPECT_THAT(made.position, testing::Pointwise(testing::FloatNear(1e-4F), wanted.position));
        EXPECT_LT(angleBetween(swat3::toRotation(made.rotation, QuaternionSense::Conjugated),
                               swat3::toRotation(wanted.rotation, QuaternionSense::Conjugated)),
                  1e-5);
    }
    for (std::size_t i = 0; i < set.clips.size(); ++i) {
        const GsaFile& wanted = set.clips[i];
        const GsaVersion version = wanted.hasEventCounts ? GsaVersion::V42 : GsaVersion::V41;
        const auto built = buildGsa(scene, scene.clips[i],
                                    {.skeleton = *skeleton, .space = space, .version = version}, diagnostics);
        ASSERT_TRUE(built) << built.error().text();
        EXPECT_EQ(built->animatedBones, wanted.animatedBones);
        ASSERT_EQ(built->rotations.size(), wanted.rotations.size());
        for (std::size_t j = 0; j < wanted.rotations.size(); ++j)
            ASSERT_LT(angleBetween(swat3::toRotation(built->rotations[j], QuaternionSense::Conjugated),
                                   swat3::toRotation(wanted.rotations[j], QuaternionSense::Conjugated)),
                      1e-5);
        for (std::size_t frame = 0; frame < wanted.frames.size(); ++frame)
            EXPECT_THAT(built->frames[frame].rootPosition,
                        testing::Pointwise(testing::FloatNear(1e-4F), wanted.frames[frame].rootPosition));
    }
    EXPECT_FALSE(diagnostics.has(kBoneMissing));
}

}  // namespace
}  // namespace rigkiln::swat3_export
