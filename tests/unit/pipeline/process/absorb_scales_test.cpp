#include "pipeline/process/absorb_scales.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/process/skin_rigid_parts.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/pipeline/process/ring_scene.hpp"

namespace rigkiln {
namespace {

using test::rings;

TEST(AbsorbScales, ReportsAJointThatIsMirroredByAClip) {
    Scene before = rings();
    JointTracks flip;
    flip.joint = IndexOf<Joint>(1);
    flip.scale = {.times = {0.0F, 1.0F}, .values = {glm::vec3(1), glm::vec3(-1, 1, 1)}};
    before.clips[0].joints.push_back(flip);
    Scene scene = before;
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kMirrorKept);
    EXPECT_EQ(diagnostics.issues()[0].where, "joint 'hand'");
    EXPECT_EQ(scene.clips[0].joints[1].scale, flip.scale);
}

TEST(AbsorbScales, ReportsShearOfAnAttachment) {
    Scene scene = rings();
    scene.clips.clear();
    scene.joints[1].rest.scale = {1, 2, 1};
    Attachment attachment{
        .name = "muzzle", .kind = "proxy", .joint = IndexOf<Joint>(1), .local = {}, .extras = {}};
    attachment.local.rotation = test::turn(45, {0, 0, 1});
    scene.attachments = {attachment};
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kPlaceSheared);
    EXPECT_EQ(diagnostics.issues()[0].where, "attachment 'muzzle'");
}

TEST(AbsorbScales, ChangesNoBitWithoutScales) {
    Scene before = test::randomScene(7);
    Scene scene = before;
    Diagnostics diagnostics;
    absorbScales(scene, findJointMoves(scene), diagnostics);
    EXPECT_EQ(scene, before);
}

TEST(AbsorbScales, MirrorsQuantisedRotationsExactly) {
    Scene scene = rings();
    scene.joints[0].rest.scale = {-1, 1, 1};
    JointTracks hand;
    hand.joint = IndexOf<Joint>(1);
    const glm::quat key(3.0F / 32767, 5.0F / 32767, 32766.0F / 32767, 7.0F / 32767);
    hand.rotation = {.times = {0.0F}, .values = {key}};
    scene.clips[0].joints.push_back(hand);
    Diagnostics diagnostics;
    absorbScales(scene, findJointMoves(scene), diagnostics);
    EXPECT_EQ(scene.clips[0].joints[1].rotation.values[0], glm::quat(key.w, key.x, -key.y, -key.z));
    EXPECT_EQ(scene.joints[0].rest.scale, glm::vec3(1.0F));
    EXPECT_EQ(scene.joints[1].rest.translation, glm::vec3(0, 2, 0));
    EXPECT_EQ(scene.meshes[0].primitives[0].positions[1], glm::vec3(-1, 0, 0));
    EXPECT_EQ(scene.meshes[0].primitives[0].indices, (std::vector<std::uint32_t>{0, 2, 1}));
}

}  // namespace
}  // namespace rigkiln
