#include "exporters/gltf/events_file.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;

Clip clipWith(const std::string& name, std::vector<ClipEvent> events) {
    Clip clip;
    clip.name = name;
    clip.duration = 2;
    clip.sourceFrameRate = 30.0F;
    clip.joints.push_back({.joint = IndexOf<Joint>(0),
                           .translation = {.times = {0, 2}, .values = {{0, 0, 0}, {1, 0, 0}}},
                           .rotation = {},
                           .scale = {},
                           .visibility = {},
                           .extras = {}});
    clip.events = std::move(events);
    return clip;
}

Scene walkingScene() {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 1, "mesh");
    ClipEvent step{.time = 0.5F, .name = "step", .extras = {}};
    step.extras.set("sound", "boot");
    scene.clips.push_back(clipWith("walk", {step, {.time = 1.0F, .name = "end", .extras = {}}}));
    scene.clips.push_back(clipWith("walk", {}));
    scene.clips.back().extras.set("loop", true);
    scene.clips.back().extras.set("fps_hint", 24);
    scene.attachments.push_back({.name = "muzzle",
                                 .kind = "grip",
                                 .joint = IndexOf<Joint>(1),
                                 .local = {},
                                 .hidden = false,
                                 .extras = {}});
    return scene;
}

TEST(EventsFile, IsWrittenWhereAskedForAndBeforeTheMainFile) {
    EXPECT_THAT(namesOf(exported(walkingScene(), {.fileName = "hero.glb"})), ElementsAre("hero.glb"));
    EXPECT_THAT(namesOf(exported(walkingScene(), {.fileName = "hero.glb", .eventsFile = true})),
                ElementsAre("hero.glb.events.json", "hero.glb"));
}

TEST(EventsFile, TellsWhatImportersDrop) {
    const Scene scene = walkingScene();
    const nlohmann::json events =
        jsonOf(exported(scene, {.fileName = "hero.gltf", .eventsFile = true}), "hero.gltf.events.json");
    const std::string joint = readBack(scene, {}).json.at("nodes").at(1).at("name");
    EXPECT_EQ(events, nlohmann::json::parse(R"({
        "rigkiln_events": 1, "file": "hero.gltf",
        "clips": {
            "walk": {"duration": 2.0, "frame_rate": 30.0, "events": [
                {"frame": 15, "time": 0.5, "name": "step", "sound": "boot"},
                {"frame": 30, "time": 1.0, "name": "end"}]},
            "walk_2": {"duration": 2.0, "frame_rate": 30.0, "fps_hint": 24, "loop": true, "events": []}},
        "attachments": [{"node": "muzzle", "parent": ")" +
                                            joint + R"(", "kind": "grip"}]})"));
}

TEST(EventsFile, HasTheNamesOfTheFile) {
    Scene scene = walkingScene();
    scene.clips[0].name = "walk.fast";
    scene.attachments[0].name = "hp/01";
    const OutputSet set = exported(scene, {.fileName = "hero.glb", .names = "safe", .eventsFile = true});
    const nlohmann::json events = jsonOf(set, "hero.glb.events.json");
    EXPECT_TRUE(events.at("clips").contains("walk_fast")) << events;
    EXPECT_EQ(events.at("attachments").at(0).at("node"), "hp_01");
}

TEST(EventsFile, HasClipsThatNothingInTheFileCanHold) {
    Scene scene;
    scene.clips.push_back(clipWith("only", {{.time = 1.0F, .name = "event", .extras = {}}}));
    scene.clips.back().joints.clear();
    const nlohmann::json events =
        jsonOf(exported(scene, {.fileName = "clip.glb", .eventsFile = true}), "clip.glb.events.json");
    EXPECT_EQ(events.at("clips").at("only").at("events").at(0).at("name"), "event");
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
