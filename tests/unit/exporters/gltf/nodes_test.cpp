#include <glm/gtc/constants.hpp>

#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

TEST(GltfNodes, WritesOneNodePerJointInTheirOrder) {
    const ReadGltf file = readBack(chainOfJoints(3));
    ASSERT_EQ(file.nodes.size(), 3U);
    EXPECT_EQ(file.nodes[2].name, "joint2");
    EXPECT_EQ(file.nodes[1].children, std::vector<int>{2});
    EXPECT_EQ(file.nodes[1].translation, (Floats{0, 0.5F, 0}));
    EXPECT_EQ(file.roots, std::vector<int>{0});
}

TEST(GltfNodes, LeavesDefaultsOutOfTheJson) {
    const auto node = readBack(chainOfJoints(1)).json.at("nodes").at(0);
    EXPECT_EQ(node, (nlohmann::json{{"name", "joint0"}}));
}

TEST(GltfNodes, WritesRotationsInTheOrderXyzw) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].rest.rotation = glm::normalize(glm::quat(4, 1, 2, 3));
    const glm::quat& q = scene.joints[0].rest.rotation;
    EXPECT_EQ(readBack(scene).nodes[0].rotation, (Floats{q.x, q.y, q.z, q.w}));
}

TEST(GltfNodes, MakesNamesUniqueOverJointsMeshesAttachmentsAndLights) {
    Scene scene = chainOfJoints(2);
    scene.joints[0].name = scene.joints[1].name = "a";
    addTriangle(scene, 0, "a");
    scene.attachments.push_back(attachmentNamed("a", "proxy"));
    scene.lights.push_back(lightNamed("a"));
    const ReadGltf file = readBack(scene);
    std::vector<std::string> names;
    for (const ReadNode& node : file.nodes) {
        names.push_back(node.name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"a", "a_2", "a_3", "a_4", "a_5"}));
    EXPECT_EQ(file.json.at("nodes").at(1).at("extras").at("rigkiln_name"), "a");
    EXPECT_FALSE(file.json.at("nodes").at(0).contains("extras"));
}

TEST(GltfNodes, WritesNamesOfOldCodePagesAsUtf8AndKeepsTheirBytes) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].name = "T\xFCr";
    const auto node = readBack(scene).json.at("nodes").at(0);
    EXPECT_EQ(node.at("name"), "T\xC3\xBCr");
    EXPECT_EQ(node.at("extras").at("rigkiln_name_bytes"), "54fc72");
}

TEST(GltfNodes, ReplacesControlCharactersInNamesAndKeepsTheSource) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].name = "a\tb";
    const auto node = readBack(scene).json.at("nodes").at(0);
    EXPECT_EQ(node.at("name"),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(node.at("extras").at("rigkiln_name"), "a\tb");
}

TEST(GltfNodes, NamesWhatHasNoName) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].name = "";
    addTriangle(scene, 0, "");
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.nodes[0].name, "joint");
    EXPECT_EQ(file.nodes[1].name, "mesh");
}

TEST(GltfNodes, PutsRigidMeshesOnALeafOfTheirJoint) {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 1, "flag");
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.nodes[1].mesh, -1);
    EXPECT_EQ(file.nodes[1].children, std::vector<int>{2});
    EXPECT_EQ(file.nodes[2].mesh, 0);
    EXPECT_EQ(file.nodes[2].scale, (Floats{1, 1, 1}));
}

TEST(GltfNodes, PutsSkinnedMeshesAtTheSceneRoot) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.roots, (std::vector<int>{0, 2}));
    EXPECT_EQ(file.nodes[2].skin, 0);
    EXPECT_EQ(record(file.json.at("nodes").at(2), "rigkiln_mesh").at("joint"), "joint0");
}

TEST(GltfNodes, HidesMeshesOfHiddenJointsWithoutHidingTheJoint) {
    Scene scene = chainOfJoints(2);
    scene.joints[0].visible = false;
    addTriangle(scene, 0, "flag");
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.nodes[2].scale, (Floats{0, 0, 0}));
    EXPECT_EQ(file.nodes[0].scale, (Floats{1, 1, 1}));
    EXPECT_EQ(record(file.json.at("nodes").at(0), "rigkiln_joint").at("visible"), false);
}

TEST(GltfNodes, HidesMeshesThatAreHiddenThemselves) {
    Scene scene = chainOfJoints(1);
    scene.instances[addTriangle(scene, 0, "flag")].hidden = true;
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.nodes[1].scale, (Floats{0, 0, 0}));
    EXPECT_EQ(record(file.json.at("nodes").at(1), "rigkiln_mesh").at("hidden"), true);
}

TEST(GltfNodes, SaysInProfileFullThatANodeIsHidden) {
    Scene scene = chainOfJoints(1);
    scene.instances[addTriangle(scene, 0, "flag")].hidden = true;
    const ReadGltf file = readBack(scene, {.profile = "full"});
    EXPECT_EQ(file.json.at("nodes").at(1).at("extensions").at("KHR_node_visibility").at("visible"), false);
    EXPECT_EQ(file.json.at("extensionsUsed"), nlohmann::json::array({"KHR_node_visibility"}));
}

TEST(GltfNodes, WritesAttachmentsAsChildrenWithTheirKind) {
    Scene scene = chainOfJoints(1);
    Attachment attachment = attachmentNamed("muzzle", "proxy");
    attachment.local.translation = {1, 2, 3};
    attachment.hidden = true;
    attachment.extras.set("target", "smoke.alo");
    scene.attachments.push_back(attachment);
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.nodes[0].children, std::vector<int>{1});
    EXPECT_EQ(file.nodes[1].translation, (Floats{1, 2, 3}));
    EXPECT_EQ(file.json.at("nodes").at(1).at("extras").at("rigkiln_attachment"),
              R"({"kind":"proxy","hidden":true,"target":"smoke.alo"})");
}

Light spot() {
    Light light = lightNamed("lamp", LightKind::Spot);
    light.color = {1, 0.5F, 0};
    light.intensity = 3;
    light.range = 10.0F;
    light.innerConeAngle = 0.25F;
    light.outerConeAngle = 0.5F;
    return light;
}

TEST(GltfNodes, WritesLightsWithTheExtension) {
    Scene scene = chainOfJoints(1);
    scene.lights.push_back(spot());
    const auto document = readBack(scene).json;
    EXPECT_EQ(document.at("extensions").at("KHR_lights_punctual").at("lights").at(0),
              (nlohmann::json{{"type", "spot"},
                              {"color", {1, 0.5, 0}},
                              {"intensity", 3},
                              {"range", 10},
                              {"spot", {{"innerConeAngle", 0.25}, {"outerConeAngle", 0.5}}}}));
    EXPECT_EQ(document.at("nodes").at(1).at("extensions").at("KHR_lights_punctual").at("light"), 0);
    EXPECT_EQ(document.at("extensionsUsed"), nlohmann::json::array({"KHR_lights_punctual"}));
    EXPECT_FALSE(document.contains("extensionsRequired"));
}

TEST(GltfNodes, KeepsLightsInExtrasWhenTheExtensionIsNotWanted) {
    Scene scene = chainOfJoints(1);
    scene.lights.push_back(spot());
    const auto document = readBack(scene, {.lights = false}).json;
    EXPECT_FALSE(document.contains("extensionsUsed"));
    const auto light = record(document.at("nodes").at(1), "rigkiln_light");
    EXPECT_EQ(light.at("type"), "spot");
    EXPECT_EQ(light.at("outer_cone_angle"), 0.5);
    EXPECT_EQ(light.at("range"), 10);
}

TEST(GltfNodes, KeepsTheWidestConeWithinTheLimitAlsoInDoublePrecision) {
    Scene scene = chainOfJoints(1);
    scene.lights.push_back(spot());
    scene.lights.back().outerConeAngle = glm::half_pi<float>();
    const auto document = readBack(scene).json;
    const auto& lights = document.at("extensions").at("KHR_lights_punctual").at("lights");
    EXPECT_LE(lights.at(0).at("spot").at("outerConeAngle").get<double>(), 1.5707963267948966);
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
