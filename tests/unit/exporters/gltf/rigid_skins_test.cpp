#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

/// Scenes whose rigid parts are one skin.
namespace rigkiln::gltf_export::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

Scene withRigidSkin(Scene scene) {
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    return scene;
}

/// Two joints with a triangle each, and a hard point on the second.
Scene turret(std::size_t hardPoints = 1) {
    Scene scene = chainOfJoints(2);
    scene.name = "turret";
    addTriangle(scene, 0, "base");
    addTriangle(scene, 1, "gun");
    for (std::size_t i = 0; i < hardPoints; ++i) {
        Attachment muzzle = attachmentNamed("muzzle", "proxy");
        muzzle.joint = IndexOf<Joint>(1);
        muzzle.local.translation = {0, 0, 3};
        scene.attachments.push_back(muzzle);
    }
    return scene;
}

TEST(RigidSkins, HaveAttachmentsAsJoints) {
    const ReadGltf file = readBack(withRigidSkin(turret()));
    ASSERT_EQ(file.skins.size(), 1U);
    const int muzzle = file.nodeNamed("muzzle");
    EXPECT_THAT(file.skins[0].joints,
                ElementsAre(file.nodeNamed("joint0"), file.nodeNamed("joint1"), muzzle));
    EXPECT_THAT(file.nodes[static_cast<std::size_t>(file.nodeNamed("joint1"))].children, Contains(muzzle));
    EXPECT_EQ(file.json.at("skins").at(0).at("skeleton"), file.nodeNamed("joint0"));
    const ReadValues& binds = file.skins[0].inverseBindMatrices;
    ASSERT_EQ(binds.size(), 3U);
    EXPECT_EQ(binds.at(2)[14], binds.at(1)[14] - 3.0F);
    EXPECT_EQ(
        record(file.json.at("nodes").at(static_cast<std::size_t>(muzzle)), "rigkiln_attachment").at("kind"),
        "proxy");
}

TEST(RigidSkins, LeaveOutAttachmentsWhereThereIsNoRoom) {
    const ReadGltf file = readBack(withRigidSkin(turret(255)));
    EXPECT_THAT(file.skins[0].joints, Not(Contains(file.nodeNamed("muzzle"))));
    EXPECT_EQ(readBack(withRigidSkin(turret(254))).skins[0].joints.size(), 256U);
}

TEST(RigidSkins, StandBesideTheirJointsWithoutChildren) {
    const ReadGltf file = readBack(withRigidSkin(turret()));
    ASSERT_EQ(file.roots.size(), 3U);
    EXPECT_EQ(file.nodes[static_cast<std::size_t>(file.roots[0])].name, "turret");
    for (const std::size_t i : {1U, 2U}) {
        const ReadNode& mesh = file.nodes[static_cast<std::size_t>(file.roots[i])];
        EXPECT_EQ(mesh.skin, 0);
        EXPECT_TRUE(mesh.children.empty());
    }
}

TEST(RigidSkins, AreNotReportedAsSkinnedMeshesThatCannotHide) {
    Scene scene = turret();
    scene.instances[0].hidden = true;
    scene.joints[1].visible = false;
    Diagnostics diagnostics;
    ASSERT_TRUE(exportScene(withRigidSkin(scene), {}, diagnostics));
    EXPECT_FALSE(diagnostics.has(kSkinnedVisibility));
}

TEST(RigidSkins, LeaveOtherScenesAsTheyAre) {
    Scene scene = turret();
    addSkinnedTriangle(scene, "cloth");
    const ReadGltf file = readBack(scene);
    EXPECT_FALSE(file.json.at("skins").at(0).contains("skeleton"));
    EXPECT_EQ(file.skins[0].joints.size(), 2U);
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
