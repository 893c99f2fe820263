#include "exporters/gltf/sockets.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Two joints, a mesh on the second, and a muzzle on each.
Scene shipWithMuzzles() {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 1, "gun");
    for (const std::size_t joint : {0U, 1U}) {
        Attachment muzzle = attachmentNamed("muzzle" + std::to_string(joint), "proxy");
        muzzle.joint = IndexOf<Joint>(joint);
        muzzle.local.translation = {0, 0, 3};
        scene.attachments.push_back(muzzle);
    }
    return scene;
}

/// Names of the sockets, which follow all other nodes.
std::vector<std::string> socketNames(const Scene& scene, const ExportSettings& settings) {
    const ReadGltf file = readBack(scene, settings);
    std::vector<std::string> names;
    for (std::size_t i = scene.joints.size() + scene.instances.size() + scene.attachments.size();
         i < file.nodes.size(); ++i)
        names.push_back(file.nodes[i].name);
    return names;
}

std::vector<std::string> nodesThatStay(const Scene& scene) {
    Diagnostics diagnostics;
    EXPECT_TRUE(exportScene(scene, {.sockets = "unreal"}, diagnostics));
    std::vector<std::string> places;
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind == &kSocketWithoutMesh) places.push_back(issue.where);
    }
    return places;
}

TEST(Sockets, HangOnTheMeshOfTheirJointOrOfOneThatStandsStillToThem) {
    const ReadGltf file = readBack(shipWithMuzzles(), {.sockets = "unreal"});
    ASSERT_EQ(file.nodes.size(), 7U);
    EXPECT_EQ(file.nodes[2].children, (std::vector<int>{5, 6}));
    EXPECT_EQ(file.nodes[6].name, "SOCKET_muzzle1");
    EXPECT_EQ(file.nodes[6].translation, (Floats{0, 0, 3}));
    EXPECT_EQ(file.nodes[5].name, "SOCKET_muzzle0");
    EXPECT_EQ(file.nodes[5].translation, (Floats{0, -0.5F, 3})) << "the mesh is half a metre above";
    EXPECT_EQ(record(file.json.at("nodes").at(5), "rigkiln_socket").at("attachment"), "muzzle0");
    EXPECT_EQ(file.nodes[3].name, "muzzle0");
    EXPECT_EQ(file.nodes[0].children, (std::vector<int>{1, 3}));
    EXPECT_EQ(file.nodes[1].children, (std::vector<int>{2, 4}));
    EXPECT_THAT(nodesThatStay(shipWithMuzzles()), IsEmpty());
    EXPECT_THAT(socketNames(shipWithMuzzles(), {}), IsEmpty()) << "the default";
}

TEST(Sockets, DoNotHangOnMeshesThatMoveAgainstThem) {
    Scene scene = shipWithMuzzles();
    Clip clip = clipNamed("aim", 1.0F);
    tracksOf(clip, 1).translation = {
        .interpolation = Interpolation::Linear, .times = {0.0F, 1.0F}, .values = {{0, 0.5F, 0}, {0, 1, 0}}};
    scene.clips.push_back(clip);
    EXPECT_THAT(nodesThatStay(scene), ElementsAre("attachment 'muzzle0'"));
    EXPECT_THAT(socketNames(scene, {.sockets = "unreal"}), ElementsAre("SOCKET_muzzle1"));
}

TEST(Sockets, AreNoneWhereTheirPlaceIsSheared) {
    Scene scene = shipWithMuzzles();
    scene.joints[1].rest.scale = {1, 2, 1};
    scene.attachments[0].local.rotation = glm::quat(0.8F, 0.6F, 0, 0);
    EXPECT_THAT(nodesThatStay(scene), ElementsAre("attachment 'muzzle0'"));
    scene.joints[1].rest.scale = glm::vec3(0.0F);
    EXPECT_THAT(nodesThatStay(scene), ElementsAre("attachment 'muzzle0'")) << "no inverse";
}

TEST(Sockets, DoNotHangOnMeshesThatAreNotAlwaysThere) {
    Scene hidden = shipWithMuzzles();
    hidden.instances[0].hidden = true;
    EXPECT_EQ(nodesThatStay(hidden).size(), 2U);
    Scene collision = shipWithMuzzles();
    collision.instances[0].role = MeshRole::Collision;
    EXPECT_EQ(nodesThatStay(collision).size(), 2U);
    Scene blinking = shipWithMuzzles();
    Clip clip = clipNamed("blink", 1.0F);
    tracksOf(clip, 1).visibility = {.interpolation = Interpolation::Step, .times = {0.5F}, .values = {0}};
    blinking.clips.push_back(clip);
    EXPECT_EQ(nodesThatStay(blinking).size(), 2U);
    Scene skinned = chainOfJoints(2);
    addSkinnedTriangle(skinned, "body");
    skinned.attachments = shipWithMuzzles().attachments;
    EXPECT_EQ(nodesThatStay(skinned).size(), 2U);
}

TEST(Sockets, DoNotHangOnLevelsOfDetailThatTakeEachOthersPlace) {
    Scene scene = shipWithMuzzles();
    addTriangle(scene, 1, "far");
    for (std::size_t i = 0; i < 2; ++i) {
        scene.instances[i].levelOfDetail = static_cast<std::uint32_t>(1 - i);
        scene.instances[i].variantBase = "gun";
    }
    EXPECT_THAT(socketNames(scene, {.levels = "extension", .sockets = "unreal"}), IsEmpty());
    const ReadGltf file = readBack(scene, {.levels = "unreal", .sockets = "unreal"});
    EXPECT_EQ(file.nodes[2].children.size(), 2U);
    EXPECT_EQ(file.nodes[2].name, "LOD0_gun");
}

TEST(Sockets, AreJointsWhereRigidPartsAreASkin) {
    Scene scene = shipWithMuzzles();
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    EXPECT_THAT(nodesThatStay(scene), IsEmpty());
    const ReadGltf file = readBack(scene, {.sockets = "unreal"});
    EXPECT_GE(file.nodeNamed("muzzle1"), 0);
    EXPECT_EQ(file.nodeNamed("SOCKET_muzzle1"), -1);
}

TEST(Sockets, HaveNamesOfTheirOwn) {
    Scene scene = shipWithMuzzles();
    scene.joints[0].name = "SOCKET_muzzle";
    for (Attachment& attachment : scene.attachments) {
        attachment.name = "muzzle";
        attachment.joint = IndexOf<Joint>(1);
    }
    EXPECT_THAT(socketNames(scene, {.names = "safe", .sockets = "unreal"}),
                ElementsAre("SOCKET_muzzle_2", "SOCKET_muzzle_2_2"));
}

TEST(Sockets, AreTheSameInTheFilesOfClips) {
    Scene scene = shipWithMuzzles();
    scene.clips.push_back(clipNamed("idle", 1.0F));
    const OutputSet files = exported(scene, {.sockets = "unreal", .clips = "separate"});
    const auto model = jsonOf(files, "model.glb").at("nodes");
    const auto motion = jsonOf(files, "model@idle.glb").at("nodes");
    ASSERT_EQ(model.size(), motion.size());
    for (std::size_t i = 0; i < model.size(); ++i) {
        EXPECT_EQ(model.at(i).at("name"), motion.at(i).at("name"));
        EXPECT_EQ(model.at(i).value("children", nlohmann::json()),
                  motion.at(i).value("children", nlohmann::json()));
    }
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
