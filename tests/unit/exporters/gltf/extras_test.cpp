#include "exporters/gltf/extras.hpp"

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

TEST(GltfExtras, StatesVersionAndSourceOnTheAsset) {
    Scene scene = chainOfJoints(1);
    scene.extras.set("unit", "hero");
    EXPECT_EQ(readBack(scene).json.at("asset").at("extras").at("rigkiln"),
              (nlohmann::json{{"extras_version", 1}, {"source_format", "test"}, {"unit", "hero"}}));
}

TEST(GltfExtras, KeepsWhatAJointSaysAsOneText) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].sourceIndex = 7;
    scene.joints[0].extras.set("billboard", "parallel");
    EXPECT_EQ(readBack(scene).json.at("nodes").at(0).at("extras"),
              (nlohmann::json{{"rigkiln_joint", R"({"source_index":7,"billboard":"parallel"})"}}));
}

TEST(GltfExtras, KeepsWhatAMeshInstanceSaysOnItsNode) {
    Scene scene = chainOfJoints(1);
    MeshInstance& instance = scene.instances[addTriangle(scene, 0, "hull_LOD1")];
    instance.role = MeshRole::Shadow;
    instance.levelOfDetail = 1;
    instance.alternative = 2;
    instance.variantBase = "hull";
    instance.extras.set("flag", true);
    EXPECT_EQ(readBack(scene).json.at("nodes").at(1).at("extras").at("rigkiln_mesh"),
              R"({"role":"shadow","level_of_detail":1,"alternative":2,"variant_base":"hull","flag":true})");
}

TEST(GltfExtras, KeepsWhatMeshesAndMaterialsSay) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "hull");
    scene.meshes[0].extras.set("shader", "x.fx");
    scene.materials.resize(1);
    scene.materials[0].name = "m";
    scene.materials[0].extras.set("gloss", 0.5F);
    const auto document = readBack(scene).json;
    EXPECT_EQ(document.at("meshes").at(0).at("extras").at("rigkiln_mesh"), R"({"shader":"x.fx"})");
    EXPECT_EQ(document.at("materials").at(0).at("extras").at("rigkiln_material"), R"({"gloss":0.5})");
}

Scene sceneWithClip() {
    Scene scene = chainOfJoints(2);
    Clip clip = clipNamed("walk", 1.0F);
    clip.sourceFrameRate = 30.0F;
    clip.sourceFrameCount = 31;
    clip.binding = ClipBinding::ByIndex;
    tracksOf(clip, 1).visibility = {
        .interpolation = Interpolation::Step, .times = {0.0F, 0.5F}, .values = {1, 0}};
    tracksOf(clip, 1).extras.set("steps", 3);
    ClipEvent event;
    event.time = 0.5F;
    event.name = "step";
    event.extras.set("kind", "sound");
    clip.events.push_back(event);
    clip.extras.set("version", 2);
    scene.clips.push_back(clip);
    return scene;
}

TEST(GltfExtras, KeepsTheRecordOfAClipOnItsAnimation) {
    const auto extras = readBack(sceneWithClip()).json.at("animations").at(0).at("extras");
    EXPECT_EQ(extras.at("rigkiln"),
              nlohmann::json::parse(R"({"duration":1,"frame_rate":30,"frame_count":31,"binding":"index",
                  "visibility":{"joint1":[[0,1],[0.5,0]]},"joints":{"joint1":{"steps":3}},
                  "events":[{"frame":15,"time":0.5,"name":"step","kind":"sound"}],"version":2})"));
}

TEST(GltfExtras, KeepsTheRecordsOfAllClipsOnTheFirstRootNode) {
    const auto document = readBack(sceneWithClip()).json;
    const auto clips = record(document.at("nodes").at(0), "rigkiln_clips");
    EXPECT_EQ(clips.at("walk"), document.at("animations").at(0).at("extras").at("rigkiln"));
}

TEST(GltfExtras, CallsClipsByTheNamesTheyAreWrittenWith) {
    Scene scene = sceneWithClip();
    scene.clips.push_back(scene.clips[0]);
    const auto document = readBack(scene).json;
    EXPECT_EQ(document.at("animations").at(1).at("name"), "walk_2");
    EXPECT_EQ(document.at("animations").at(1).at("extras").at("rigkiln_name"), "walk");
    EXPECT_TRUE(record(document.at("nodes").at(0), "rigkiln_clips").contains("walk_2"));
}

TEST(GltfExtras, SaysNothingOfVisibilityThatIsAsAtRest) {
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("still", 1.0F);
    tracksOf(clip, 0).visibility = {.interpolation = Interpolation::Step, .times = {0.0F}, .values = {1}};
    scene.clips.push_back(clip);
    EXPECT_EQ(readBack(scene).json.at("animations").at(0).at("extras").at("rigkiln"),
              (nlohmann::json{{"duration", 1}}));
}

TEST(GltfExtras, KeepsClipsThatHaveNoJointsOnTheAssetAndReportsThem) {
    Scene scene;
    scene.clips.push_back(clipNamed("lost", 2.0F));
    Diagnostics diagnostics;
    const Result<OutputSet> set = exportScene(scene, {}, diagnostics);
    ASSERT_TRUE(set) << set.error().text();
    EXPECT_TRUE(diagnostics.has(gltf_export::kClipWithoutJoints));
    const auto document = readBack(scene).json;
    EXPECT_FALSE(document.contains("animations"));
    EXPECT_EQ(document.at("asset").at("extras").at("rigkiln_clips").at("lost"),
              (nlohmann::json{{"duration", 2}}));
}

TEST(GltfExtras, MovesMembersOfTheSourceOutOfTheWayOfOurs) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].sourceIndex = 1;
    scene.joints[0].extras.set("source_index", "mine");
    EXPECT_EQ(readBack(scene).json.at("nodes").at(0).at("extras").at("rigkiln_joint"),
              R"({"source_index":1,"source_source_index":"mine"})");
}

TEST(GltfExtras, WritesTextsThatAreNotUtf8AsUtf8) {
    Scene scene = chainOfJoints(1);
    scene.joints[0].extras.set("note", "T\xFCr");
    EXPECT_EQ(record(readBack(scene).json.at("nodes").at(0), "rigkiln_joint").at("note"), "T\xC3\xBCr");
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
