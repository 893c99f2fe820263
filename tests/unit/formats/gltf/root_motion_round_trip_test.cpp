#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_to_scene.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/process/extract_root_motion.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

/// Writes clips whose travel is at the root to a GLB and reads them back: it must be where the source had it.
namespace rigkiln::gltf {
namespace {

using testing::IsEmpty;

/// The small scene with a root that walks, or an arm.
Scene smallWalker(std::size_t carrier) {
    Scene scene = rigkiln::test::smallScene();
    Clip& clip = scene.clips[0];
    JointTracks tracks;
    if (carrier == 1) tracks = clip.joints[0];
    tracks.joint = IndexOf<Joint>(carrier);
    tracks.translation = {.interpolation = Interpolation::Linear,
                          .times = {0.0F, 0.25F, clip.duration},
                          .values = {{0, 1, 0}, {1, 1.1F, 1}, {2, 1, 5}}};
    std::vector<JointTracks> all(clip.joints.begin(), clip.joints.end());
    if (carrier == 1) all.erase(all.begin());
    all.insert(all.begin(), tracks);
    clip.joints = JointTrackList(std::move(all));
    return scene;
}

test::ReadBack writtenAndReadAgain(const Scene& scene) {
    const Result<OutputSet> set = gltf_export::test::exportScene(scene, {});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return test::readFile(set ? test::joined(set->back()) : std::vector<std::byte>());
}

/// Expects joints of the same names in the same places, at times of the first clip.
void expectSamePlaces(const Scene& expected, const Scene& found) {
    ASSERT_EQ(found.joints.size(), expected.joints.size());
    for (std::size_t i = 0; i < expected.joints.size(); ++i)
        EXPECT_EQ(found.joints[i].name, expected.joints[i].name);
    for (int step = 0; step <= 50; ++step) {
        const float time = expected.clips[0].duration * static_cast<float>(step) / 50.0F;
        const auto left = worldMatricesAt(expected, expected.clips[0], time);
        const auto right = worldMatricesAt(found, found.clips[0], time);
        for (std::size_t i = 0; i < left.size(); ++i)
            EXPECT_LE(glm::distance(left[i][3], right[i][3]), 2e-6)
                << expected.joints[i].name << " at " << time;
    }
}

TEST(GltfRootMotion, GoesBackToTheJointThatCarries) {
    for (const std::size_t carrier : {0U, 1U}) {
        for (const bool isSkinned : {false, true}) {
            SCOPED_TRACE(carrier);
            SCOPED_TRACE(isSkinned);
            const Scene source = smallWalker(carrier);
            Diagnostics diagnostics;
            Scene changed = source;
            if (isSkinned) skinRigidParts(changed, {}, diagnostics);
            extractRootMotion(changed, {});
            ASSERT_NE(changed.clips[0].extras.find(kRootMotion), nullptr);
            const test::ReadBack back = writtenAndReadAgain(changed);
            EXPECT_THAT(validateScene(back.scene), IsEmpty());
            EXPECT_TRUE(std::ranges::none_of(back.scene.joints, isRootMotionJoint));
            EXPECT_EQ(back.scene.clips[0].extras.find(kRootMotion), nullptr);
            expectSamePlaces(writtenAndReadAgain(source).scene, back.scene);
        }
    }
}

TEST(GltfRootMotion, StaysWhereSomebodyTurnedTheRoot) {
    Scene changed = smallWalker(0);
    extractRootMotion(changed, {});
    JointTracks& root = changed.clips[0].joints[0];
    root.rotation.times = {0.0F, 0.5F};
    root.rotation.values = {rigkiln::test::turn(0, {0, 1, 0}), rigkiln::test::turn(90, {0, 1, 0})};
    const test::ReadBack back = writtenAndReadAgain(changed);
    expectSamePlaces(changed, back.scene);
    EXPECT_TRUE(isRootMotionJoint(back.scene.joints[0]));
}

TEST(GltfRootMotion, IsStillToldWhereItWasRemoved) {
    Scene changed = smallWalker(0);
    extractRootMotion(changed, {.isRemoved = true});
    const test::ReadBack back = writtenAndReadAgain(changed);
    EXPECT_NE(back.scene.clips[0].extras.find(kRootMotion), nullptr);
    expectSamePlaces(changed, back.scene);
}

}  // namespace
}  // namespace rigkiln::gltf
