#include "exporters/gltf/humanoid_names.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;

/// A joint and the number of its parent; -1: none.
using Tree = std::vector<std::pair<std::string, int>>;

Scene sceneOf(const Tree& tree) {
    Scene scene;
    for (const auto& [name, parent] : tree) {
        Joint& joint = scene.joints.emplace_back();
        joint.name = name;
        if (parent >= 0) joint.parent = IndexOf<Joint>(static_cast<std::size_t>(parent));
    }
    return scene;
}

std::vector<std::string> named(const Scene& scene, JointNames style) {
    Diagnostics diagnostics;
    return jointNames(scene, style, diagnostics);
}

Tree bipedTree() {
    return {
        {"Bip01", -1},           {"Bip01 Pelvis", 0},      {"Bip01 Spine", 1},      {"Bip01 Spine1", 2},
        {"Bip01 Neck", 3},       {"Bip01 Head", 4},        {"Bip01 L Clavicle", 4}, {"Bip01 L UpperArm", 6},
        {"Bip01 L Forearm", 7},  {"Bip01 L Hand", 8},      {"Bip01 L Finger0", 9},  {"Bip01 L Finger01", 10},
        {"Bip01 R Clavicle", 4}, {"Bip01 R UpperArm", 12}, {"Bip01 R Forearm", 13}, {"Bip01 R Hand", 14},
        {"Bip01 L Thigh", 1},    {"Bip01 L Calf", 16},     {"Bip01 L Foot", 17},    {"Bip01 L Toe0", 18},
        {"Bip01 R Thigh", 1},    {"Bip01 R Calf", 20},     {"Bip01 R Foot", 21},    {"Bip01 R Toe0", 22},
        {"Bip01 HeadNub", 5}};
}

TEST(HumanoidNames, AreThoseOfGodotForBiped) {
    EXPECT_THAT(named(sceneOf(bipedTree()), JointNames::Godot), ElementsAreArray({"Bip01",
                                                                                  "Hips",
                                                                                  "Spine",
                                                                                  "Chest",
                                                                                  "Neck",
                                                                                  "Head",
                                                                                  "LeftShoulder",
                                                                                  "LeftUpperArm",
                                                                                  "LeftLowerArm",
                                                                                  "LeftHand",
                                                                                  "LeftThumbMetacarpal",
                                                                                  "LeftThumbProximal",
                                                                                  "RightShoulder",
                                                                                  "RightUpperArm",
                                                                                  "RightLowerArm",
                                                                                  "RightHand",
                                                                                  "LeftUpperLeg",
                                                                                  "LeftLowerLeg",
                                                                                  "LeftFoot",
                                                                                  "LeftToes",
                                                                                  "RightUpperLeg",
                                                                                  "RightLowerLeg",
                                                                                  "RightFoot",
                                                                                  "RightToes",
                                                                                  "Bip01 HeadNub"}));
}

TEST(HumanoidNames, AreThoseOfOtherProfiles) {
    const Scene scene = sceneOf(bipedTree());
    const auto some = [&](JointNames style) {
        const std::vector<std::string> names = named(scene, style);
        return std::vector{names[1], names[3], names[7], names[10], names[19]};
    };
    EXPECT_THAT(some(JointNames::Vrm),
                ElementsAre("hips", "chest", "leftUpperArm", "leftThumbMetacarpal", "leftToes"));
    EXPECT_THAT(some(JointNames::Unreal),
                ElementsAre("pelvis", "spine_02", "upperarm_l", "thumb_01_l", "ball_l"));
    EXPECT_THAT(some(JointNames::Mixamo),
                ElementsAre("mixamorig:Hips", "mixamorig:Spine1", "mixamorig:LeftArm",
                            "mixamorig:LeftHandThumb1", "mixamorig:LeftToeBase"));
    EXPECT_THAT(some(JointNames::Source), ElementsAre("Bip01 Pelvis", "Bip01 Spine1", "Bip01 L UpperArm",
                                                      "Bip01 L Finger0", "Bip01 L Toe0"));
}

TEST(HumanoidNames, AreThoseOfBiped) {
    // A Biped has its own names already, and finds its bones again by them.
    const Scene biped = sceneOf(bipedTree());
    EXPECT_EQ(named(biped, JointNames::Biped), named(biped, JointNames::Source));
    const Tree nintendo = {{"hip", -1},   {"jaw", 0},     {"leg1_L", 0}, {"leg2_L", 2}, {"leg1_R", 0},
                           {"leg2_R", 4}, {"arm1_L", 0},  {"arm2_L", 6}, {"arm1_R", 0}, {"arm2_R", 8},
                           {"toe_L", 3},  {"spine_1", 0}, {"chest", 11}, {"head", 12}};
    EXPECT_THAT(named(sceneOf(nintendo), JointNames::Biped),
                ElementsAre("Bip01 Pelvis", "jaw", "Bip01 L Thigh", "Bip01 L Calf", "Bip01 R Thigh",
                            "Bip01 R Calf", "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 R UpperArm",
                            "Bip01 R Forearm", "Bip01 L Toe0", "Bip01 Spine", "Bip01 Spine1", "Bip01 Head"));
}

/// Alamo: one joint for the whole spine, and no neck.
Tree alamoTree() {
    return {{"Root", -1},     {"B_Pelvis", 0},  {"B_Chest", 1},   {"B_Head", 2},    {"B_Bicep_R", 2},
            {"B_FArm_R", 4},  {"B_Hand_R", 5},  {"B_Gun", 6},     {"B_Bicep_L", 2}, {"B_FArm_L", 8},
            {"B_Hand_L", 9},  {"B_Thigh_L", 1}, {"B_Calf_L", 11}, {"B_Foot_L", 12}, {"B_Thigh_R", 1},
            {"B_Calf_R", 14}, {"B_Foot_R", 15}};
}

TEST(HumanoidNames, AreFoundInModelsOfAlamo) {
    Diagnostics diagnostics;
    const auto names = jointNames(sceneOf(alamoTree()), JointNames::Godot, diagnostics);
    EXPECT_THAT(names,
                ElementsAre("Root", "Hips", "Spine", "Head", "RightUpperArm", "RightLowerArm", "RightHand",
                            "B_Gun", "LeftUpperArm", "LeftLowerArm", "LeftHand", "LeftUpperLeg",
                            "LeftLowerLeg", "LeftFoot", "RightUpperLeg", "RightLowerLeg", "RightFoot"));
    EXPECT_TRUE(diagnostics.issues().empty());
}

TEST(HumanoidNames, AreFoundInModelsOfNintendo) {
    const Tree tree = {{"joint_root", -1}, {"hip", 0},     {"leg1_L", 1},      {"leg2_L", 2},
                       {"foot_L", 3},      {"toe_L", 4},   {"leg1_R", 1},      {"leg2_R", 6},
                       {"foot_R", 7},      {"spine1", 1},  {"spine2", 9},      {"chest", 10},
                       {"neck", 11},       {"head", 12},   {"shoulder_L", 11}, {"arm1_L", 14},
                       {"arm1sub_L", 15},  {"arm2_L", 15}, {"hand_L", 17},     {"arm1_R", 11},
                       {"arm2_R", 19},     {"hand_R", 20}};
    EXPECT_THAT(named(sceneOf(tree), JointNames::Vrm),
                ElementsAre("joint_root", "hips", "leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes",
                            "rightUpperLeg", "rightLowerLeg", "rightFoot", "spine", "chest", "upperChest",
                            "neck", "head", "leftShoulder", "leftUpperArm", "arm1sub_L", "leftLowerArm",
                            "leftHand", "rightUpperArm", "rightLowerArm", "rightHand"));
}

TEST(HumanoidNames, KeepThoseOfWhatIsNoHumanoid) {
    const Tree walker = {{"Root", -1}, {"B_Head", 0}, {"B_Thigh_L", 0}, {"B_Thigh_R", 0}, {"B_Foot_L", 2}};
    EXPECT_THAT(named(sceneOf(walker), JointNames::Godot),
                ElementsAre("Root", "B_Head", "B_Thigh_L", "B_Thigh_R", "B_Foot_L"));
    // Half of a humanoid in each of two trees.
    Tree halves = alamoTree();
    halves[11].second = -1;
    EXPECT_EQ(named(sceneOf(halves), JointNames::Godot)[1], "B_Pelvis");
}

TEST(HumanoidNames, TellRequiredBonesThatAreMissing) {
    Tree tree = alamoTree();
    tree[3].first = "Helmet";
    tree[13].first = "Boot";
    Diagnostics diagnostics;
    const auto names = jointNames(sceneOf(tree), JointNames::Unreal, diagnostics);
    EXPECT_EQ(names[1], "pelvis");
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kBonesMissing);
    EXPECT_THAT(diagnostics.issues()[0].details, HasSubstr("not head, leftFoot"));
}

TEST(HumanoidNames, GiveEachBoneToOneJoint) {
    Tree tree = alamoTree();
    tree.emplace_back("B_Hand_R", 6);
    const auto names = named(sceneOf(tree), JointNames::Godot);
    EXPECT_EQ(names[6], "RightHand");
    EXPECT_EQ(names.back(), "B_Hand_R");
}

TEST(HumanoidNames, OfEachModelOfAMergedSceneAreFound) {
    Tree tree = alamoTree();
    const int first = static_cast<int>(tree.size());
    for (const auto& [name, parent] : alamoTree())
        tree.emplace_back(name, parent < 0 ? parent : parent + first);
    const auto names = named(sceneOf(tree), JointNames::Godot);
    EXPECT_EQ(names[1], "Hips");
    EXPECT_EQ(names[static_cast<std::size_t>(first) + 1], "Hips");
}

TEST(HumanoidNames, AreWrittenWithThoseOfTheSourceInExtras) {
    Scene scene = sceneOf(alamoTree());
    addTriangle(scene, 1, "body");
    const nlohmann::json file = readBack(scene, {.jointNames = "unreal"}).json;
    EXPECT_EQ(file.at("nodes").at(4).at("name"), "upperarm_r");
    EXPECT_EQ(file.at("nodes").at(4).at("extras").at("rigkiln_name"), "B_Bicep_R");
    EXPECT_FALSE(file.at("nodes").at(7).value("extras", nlohmann::json::object()).contains("rigkiln_name"));
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
