#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

/// Clips in files of their own (option `clips`).
namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;

Clip moving(const std::string& name, std::size_t joint, float distance) {
    Clip clip;
    clip.name = name;
    clip.duration = 1;
    clip.joints.push_back(
        {.joint = IndexOf<Joint>(joint),
         .translation = {.times = {0, 1}, .values = {{0, 0, 0}, {distance, 0, 0}}},
         .rotation = {},
         .scale = {},
         .visibility = {.interpolation = Interpolation::Step, .times = {0, 0.5F}, .values = {1, 0}},
         .extras = {}});
    return clip;
}

Scene walker() {
    Scene scene = chainOfJoints(3);
    addTriangle(scene, 1, "mesh");
    addTriangle(scene, 2, "mesh");
    scene.clips.push_back(moving("walk", 1, 1));
    scene.clips.push_back(moving("Walk", 2, 2));
    scene.clips.push_back(moving("a/b", 1, 3));
    return scene;
}

std::vector<std::string> nodeNamesOf(const nlohmann::json& json) {
    std::vector<std::string> names;
    for (const auto& node : json.at("nodes"))
        names.push_back(node.at("name"));
    return names;
}

/// "node path" of each channel of the only animation.
std::set<std::string> channelsOf(const nlohmann::json& json, std::size_t animation = 0) {
    std::set<std::string> channels;
    for (const auto& channel : json.at("animations").at(animation).at("channels")) {
        const auto& target = channel.at("target");
        channels.insert(
            json.at("nodes").at(target.at("node").get<std::size_t>()).at("name").get<std::string>() + " " +
            target.at("path").get<std::string>());
    }
    return channels;
}

TEST(ClipFiles, AreNamedAfterModelAndClip) {
    EXPECT_THAT(namesOf(exported(walker(), {.fileName = "hero.glb", .clips = "separate"})),
                ElementsAre("hero@walk.glb", "hero@Walk_2.glb", "hero@a_b.glb", "hero.glb"));
    EXPECT_THAT(namesOf(exported(walker(), {.fileName = "hero.glb", .clips = "library"})),
                ElementsAre("hero.glb"));
}

TEST(ClipFiles, AreNamedAsThePathSays) {
    Scene scene = walker();
    scene.clips[2].name = "HERO";
    EXPECT_THAT(
        namesOf(exported(scene, {.fileName = "hero.glb", .clips = "separate", .clipFiles = "{clip}"})),
        ElementsAre("walk.glb", "Walk_2.glb", "HERO_2.glb", "hero.glb"));
    EXPECT_THAT(
        namesOf(exported(scene, {.fileName = "hero.glb", .clips = "separate", .clipFiles = "{clip}_{main}"})),
        ElementsAre("walk_hero.glb", "Walk_2_hero.glb", "HERO_hero.glb", "hero.glb"));
}

TEST(ClipFiles, MoveTheSameNodesAsInOneFile) {
    const Scene scene = walker();
    const nlohmann::json whole = jsonOf(exported(scene, {.fileName = "hero.glb"}), "hero.glb");
    const OutputSet files = exported(scene, {.fileName = "hero.glb", .clips = "separate"});
    const nlohmann::json model = jsonOf(files, "hero.glb");
    EXPECT_FALSE(model.contains("animations"));
    EXPECT_EQ(model.at("meshes"), whole.at("meshes"));
    EXPECT_FALSE(model.at("nodes").at(0).value("extras", nlohmann::json::object()).contains("rigkiln_clips"));
    std::size_t number = 0;
    for (const char* name : {"hero@walk.glb", "hero@Walk_2.glb", "hero@a_b.glb"}) {
        const nlohmann::json motion = jsonOf(files, name);
        EXPECT_EQ(nodeNamesOf(motion), nodeNamesOf(whole)) << name;
        ASSERT_EQ(motion.at("animations").size(), 1U) << name;
        EXPECT_EQ(motion.at("animations").at(0).at("name"), whole.at("animations").at(number).at("name"));
        EXPECT_EQ(channelsOf(motion), channelsOf(whole, number)) << name;
        EXPECT_FALSE(motion.contains("meshes")) << name;
        EXPECT_FALSE(motion.contains("materials")) << name;
        EXPECT_EQ(motion.at("animations").at(0).at("extras"), whole.at("animations").at(number).at("extras"));
        ++number;
    }
}

TEST(ClipFiles, OfALibraryHaveAllClipsAndNoMeshes) {
    const Scene scene = walker();
    const nlohmann::json whole = jsonOf(exported(scene, {.fileName = "hero.glb"}), "hero.glb");
    const nlohmann::json library =
        jsonOf(exported(scene, {.fileName = "hero.glb", .clips = "library"}), "hero.glb");
    EXPECT_EQ(nodeNamesOf(library), nodeNamesOf(whole));
    ASSERT_EQ(library.at("animations").size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(channelsOf(library, i), channelsOf(whole, i));
    EXPECT_FALSE(library.contains("meshes"));
    for (const auto& node : library.at("nodes"))
        EXPECT_FALSE(node.contains("mesh") || node.contains("skin")) << node;
}

TEST(ClipFiles, KeepTheSkin) {
    Scene scene = walker();
    addSkinnedTriangle(scene, "body");
    const OutputSet files = exported(scene, {.fileName = "hero.glb", .clips = "separate"});
    const nlohmann::json motion = jsonOf(files, "hero@walk.glb");
    ASSERT_EQ(motion.at("skins").size(), 1U);
    EXPECT_EQ(motion.at("skins").at(0).at("joints"),
              jsonOf(files, "hero.glb").at("skins").at(0).at("joints"));
}

TEST(ClipFiles, HaveTheirOwnEventsBesideThem) {
    Scene scene = walker();
    scene.clips[1].events.push_back({.time = 0.5F, .name = "step", .extras = {}});
    const OutputSet files =
        exported(scene, {.fileName = "hero.gltf", .clips = "separate", .eventsFile = true});
    const nlohmann::json events = jsonOf(files, "hero@Walk_2.gltf.events.json");
    ASSERT_EQ(events.at("clips").size(), 1U);
    EXPECT_EQ(events.at("clips").begin()->at("events").size(), 1U);
    EXPECT_TRUE(jsonOf(files, "hero.gltf.events.json").at("clips").empty());
}

TEST(ClipFiles, HaveAFileBesideByWhichGodotImportsThem) {
    EXPECT_THAT(namesOf(exported(walker(), {.fileName = "hero.glb"})), ElementsAre("hero.glb"));
    EXPECT_THAT(namesOf(exported(walker(), {.fileName = "hero.glb", .importFile = "godot"})),
                ElementsAre("hero.glb"))
        << "a model is imported as a scene";
    const OutputSet library =
        exported(walker(), {.fileName = "hero.gltf", .clips = "library", .importFile = "godot"});
    EXPECT_THAT(namesOf(library), ElementsAre("hero.gltf.import", testing::EndsWith(".bin"), "hero.gltf"));
    EXPECT_TRUE(library[0].onlyIfAbsent);
    EXPECT_EQ(joinedBytes(library[0]),
              "[remap]\n\nimporter=\"animation_library\"\ntype=\"AnimationLibrary\"\n\n[params]\n\n"
              "animation/remove_immutable_tracks=false\ngltf/naming_version=2\n");
    EXPECT_THAT(
        namesOf(exported(walker(), {.fileName = "hero.glb", .clips = "separate", .importFile = "godot"})),
        ElementsAre("hero@walk.glb.import", "hero@walk.glb", "hero@Walk_2.glb.import", "hero@Walk_2.glb",
                    "hero@a_b.glb.import", "hero@a_b.glb", "hero.glb"));
}

TEST(ClipFiles, TellTextureMotionOnce) {
    Scene scene = walker();
    scene.materials.emplace_back();
    scene.materials[0].baseColorTexture = TextureUse{.texture = IndexOf<Texture>(0)};
    scene.textures.push_back(
        {.sourceName = "a", .mimeType = "image/png", .encoded = tinyPng(), .fileStem = "a"});
    for (Clip& clip : scene.clips) {
        clip.materials.push_back({.material = IndexOf<Material>(0),
                                  .baseColorOffset = {.times = {0, 1}, .values = {{0, 0}, {1, 0}}}});
    }
    Diagnostics diagnostics;
    const auto files =
        exportScene(scene, {.fileName = "hero.glb", .profile = "full", .clips = "separate"}, diagnostics);
    ASSERT_TRUE(files);
    const auto count = std::ranges::count_if(diagnostics.issues(),
                                             [](const auto& issue) { return issue.kind == &kTextureMotion; });
    EXPECT_EQ(count, 3) << "once for each clip: a file without materials has nothing to move";
    EXPECT_TRUE(jsonOf(*files, "hero@walk.glb")
                    .at("animations")
                    .at(0)
                    .at("extras")
                    .at("rigkiln")
                    .contains("texture_offsets"));
}

TEST(ClipFiles, AreNoneWithoutJoints) {
    Scene scene;
    Clip clip;
    clip.name = "only";
    scene.clips.push_back(clip);
    EXPECT_THAT(namesOf(exported(scene, {.fileName = "clip.glb", .clips = "separate"})),
                ElementsAre("clip.glb"));
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
