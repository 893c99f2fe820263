#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/exporters/swat3/gsm_scene.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::Float3;
using swat3::GsmFile;
using swat3::GsmGrip;
using testing::ElementsAre;
using testing::FloatNear;
using testing::IsEmpty;
using testing::Pointwise;

Attachment attachmentOf(std::string name, std::string kind, std::size_t joint,
                        glm::vec3 place = glm::vec3(0.0F)) {
    Attachment attachment;
    attachment.name = std::move(name);
    attachment.kind = std::move(kind);
    attachment.joint = IndexOf<Joint>(joint);
    attachment.local.translation = place;
    return attachment;
}

std::vector<std::string> names(const std::vector<GsmGrip>& grips) {
    std::vector<std::string> names;
    names.reserve(grips.size());
    for (const GsmGrip& grip : grips)
        names.push_back(grip.name);
    return names;
}

ValueList storedMatrix(const Float3& position) {
    ValueList matrix{1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F};
    matrix.insert(matrix.end(), position.begin(), position.end());
    return matrix;
}

struct GripScene : HandScene {
    void add(Attachment attachment) { scene.attachments.push_back(std::move(attachment)); }
};

TEST(GsmGrips, HangOnTheirBoneInTheAxesOfTheFile) {
    GripScene made;
    made.add(attachmentOf("Grip1", "grip", 2, {1, 2, 3}));
    const GsmFile file = made.build();
    EXPECT_THAT(file.grips, ElementsAre(GsmGrip{.name = "Grip1", .position = {1, -3, 2}, .bone = 30}));
    EXPECT_THAT(file.grippers, IsEmpty());
}

TEST(GsmGrips, AreRowsOfAMatrixForRowVectors) {
    GripScene made;
    Attachment grip = attachmentOf("Grip1", "grip", 2);
    grip.local.rotation = test::turn(90, {0, 1, 0});  // around the file's z axis
    made.add(grip);
    const std::array<float, 9> expected = {0, 1, 0, -1, 0, 0, 0, 0, 1};
    EXPECT_THAT(made.build().grips.at(0).rows, Pointwise(FloatNear(1e-6F), expected));
}

TEST(GsmGrips, AreKnownByTheirKindAndElseByTheirName) {
    GripScene made;
    made.add(attachmentOf("Left", "gripper", 2));
    made.add(attachmentOf("GRIPPER2", "", 2));
    made.add(attachmentOf("grip7", "node", 2));
    made.add(attachmentOf("Gripper as grip", "grip", 2));
    const GsmFile file = made.build();
    EXPECT_THAT(names(file.grippers), ElementsAre("Left", "GRIPPER2"));
    EXPECT_THAT(names(file.grips), ElementsAre("grip7", "Gripper as grip"));
}

TEST(GsmGrips, LeaveOutOtherAttachments) {
    GripScene made;
    made.add(attachmentOf("Lamp", "proxy", 2));
    EXPECT_THAT(made.build().grips, IsEmpty());
    EXPECT_THAT(made.details(kAttachmentLeftOut), ElementsAre("attachment 'Lamp': kind 'proxy'"));
}

TEST(GsmGrips, AreInTheOrderTheyHadAndNewOnesBehind) {
    GripScene made;
    made.add(attachmentOf("New", "grip", 2));
    made.add(attachmentOf("Second", "grip", 2));
    made.scene.attachments.back().extras.set("index", 1);
    made.add(attachmentOf("First", "grip", 2));
    made.scene.attachments.back().extras.set("index", 0);
    EXPECT_THAT(names(made.build().grips), ElementsAre("First", "Second", "New"));
}

TEST(GsmGrips, KeepTheirStoredNumbersWhileTheyStandThere) {
    GripScene made;
    constexpr Float3 kStored = {1.00001F, -3.00001F, 2.0F};
    made.add(attachmentOf("Grip1", "grip", 2, {1, 2, 3}));
    made.scene.attachments.back().extras.set("matrix", storedMatrix(kStored));
    EXPECT_EQ(made.build().grips.at(0).position, kStored);
}

TEST(GsmGrips, AreWhereTheyWereMovedTo) {
    GripScene made;
    made.add(attachmentOf("Grip1", "grip", 2, {1, 2, 3}));
    made.scene.attachments.back().extras.set("matrix", storedMatrix({1.01F, -3, 2}));
    EXPECT_EQ(made.build().grips.at(0).position, (Float3{1, -3, 2}));
}

TEST(GsmGrips, KeepShearThatTheSceneCannotHold) {
    GripScene made;
    made.add(attachmentOf("Grip1", "grip", 2));
    ValueList sheared = storedMatrix({0, 0, 0});
    sheared[3] = 1e-5F;
    made.scene.attachments.back().extras.set("matrix", sheared);
    EXPECT_EQ(made.build().grips.at(0).rows[3], 1e-5F);
}

TEST(GsmGrips, AreInModelSpaceWhereTheStyleSaysSo) {
    GripScene made;
    made.style.grips = swat3::Space::Model;
    made.add(attachmentOf("Grip1", "grip", 2, {1, 2, 3}));
    EXPECT_EQ(made.build().grips.at(0).position, (Float3{2, -3, 3}));
}

TEST(GsmGrips, KeepTheirStoredNumbersInModelSpaceToo) {
    GripScene made;
    made.style.grips = swat3::Space::Model;
    constexpr Float3 kStored = {2.00001F, -3.00001F, 3.0F};
    made.add(attachmentOf("Grip1", "grip", 2, {1, 2, 3}));
    made.scene.attachments.back().extras.set("matrix", storedMatrix(kStored));
    EXPECT_EQ(made.build().grips.at(0).position, kStored);
}

TEST(GsmGrips, KeepNumbersThatAreNoPlaceWhileNobodyMovesThem) {
    GripScene made;
    made.add(attachmentOf("Grip1", "grip", 2));
    constexpr Float3 kStored = {2e15F, 6, 7};
    made.scene.attachments.back().extras.set("matrix", storedMatrix(kStored));
    EXPECT_EQ(made.build().grips.at(0).position, kStored);
}

TEST(GsmGrips, OnAJointThatIsNoBoneHangOnItsParent) {
    GripScene made;
    made.add(attachmentOf("Grip1", "grip", 3, {1, 0, 0}));
    const GsmGrip grip = made.build().grips.at(0);
    EXPECT_EQ(grip.bone, 30);
    EXPECT_EQ(grip.position, (Float3{1.5F, 0, 0}));
}

TEST(GsmGrips, MayBeJointsThatAreNoBones) {
    GripScene made;
    made.scene.joints[3].name = "Gripper1";
    const GsmFile file = made.build();
    EXPECT_THAT(file.grippers,
                ElementsAre(GsmGrip{.name = "Gripper1", .position = {0.5F, 0, 0}, .bone = 30}));
}

TEST(GsmGrips, OfBonesAreBones) {
    GripScene made;
    made.scene.joints[2].name = "Gripper1";
    EXPECT_THAT(made.build().grippers, IsEmpty());
}

TEST(GsmGrips, FailOnAJointWithoutABoneAboveIt) {
    GripScene made;
    made.scene.joints.push_back(test::joint("Loose"));
    made.skeleton.bones.emplace_back();
    made.skeleton.world.emplace_back(1.0);
    made.add(attachmentOf("Grip1", "grip", 4));
    EXPECT_EQ(made.problem(),
              "grip 'Grip1': hangs on joint 'Loose', and neither it nor a parent of it is one "
              "of the 3 bones of the file");
}

}  // namespace
}  // namespace rigkiln::swat3_export
