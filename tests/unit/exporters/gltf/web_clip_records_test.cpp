#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "exporters/gltf/build_animations.hpp"
#include "pipeline/scene/source_visibility.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

/// Records of clips in files of profile web, which say everything once.
namespace rigkiln::gltf_export::test {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// A joint for each thing that can hang on one, and one with nothing; all hidden at rest, and shown by two
/// clips.
Scene sceneThatShows() {
    Scene scene = chainOfJoints(4);
    addTriangle(scene, 1, "hull");
    scene.attachments.emplace_back().joint = IndexOf<Joint>(2);
    scene.lights.emplace_back().joint = IndexOf<Joint>(3);
    for (const char* name : {"walk", "run"}) {
        Clip clip = clipNamed(name, 1.0F);
        for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
            scene.joints[joint].visible = false;
            tracksOf(clip, joint).visibility = shownTrack();
        }
        scene.clips.push_back(clip);
    }
    return scene;
}

std::vector<std::string> toldBy(const nlohmann::json& document, std::size_t animation) {
    std::vector<std::string> joints;
    const nlohmann::json record = document.at("animations").at(animation).at("extras").at("rigkiln");
    for (const auto& joint : record.at("visibility").items())
        joints.push_back(joint.key());
    return joints;
}

bool isSaidOnJoint(const nlohmann::json& document, std::size_t joint) {
    return record(document.at("nodes").at(joint), "rigkiln_joint").value("shown_by_clips", false);
}

TEST(WebClipRecords, StandOnAnimationsAlone) {
    const nlohmann::json web = readBack(sceneThatShows(), {.profile = "web"}).json;
    EXPECT_EQ(web.at("animations").at(0).at("extras").at("rigkiln").at("duration"), 1);
    for (const auto& node : web.at("nodes"))
        EXPECT_FALSE(node.value("extras", nlohmann::json::object()).contains("rigkiln_clips"));
}

TEST(WebClipRecords, SayOnceThatClipsShowAJointOnWhichNothingHangs) {
    const Scene scene = sceneThatShows();
    const auto& joints = scene.joints;
    const nlohmann::json web = readBack(scene, {.profile = "web"}).json;
    for (const std::size_t clip : {0U, 1U})
        EXPECT_THAT(toldBy(web, clip), UnorderedElementsAre(joints[1].name, joints[2].name, joints[3].name));
    EXPECT_TRUE(isSaidOnJoint(web, 0));
    for (const std::size_t joint : {1U, 2U, 3U})
        EXPECT_FALSE(isSaidOnJoint(web, joint)) << joint;
    const nlohmann::json core = readBack(scene).json;
    EXPECT_EQ(toldBy(core, 0).size(), 4U);
    EXPECT_FALSE(isSaidOnJoint(core, 0));
}

TEST(WebClipRecords, TellWhatClipsDoWhereOneDoesSomethingElse) {
    Scene scene = sceneThatShows();
    scene.clips[1].joints[0].visibility.values = {0};
    const nlohmann::json web = readBack(scene, {.profile = "web"}).json;
    EXPECT_EQ(toldBy(web, 0).size(), 4U);
    EXPECT_FALSE(isSaidOnJoint(web, 0));
}

// Readers add no more tracks than this to clips of which joints speak.
TEST(WebClipRecords, TellWhatClipsDoWhereThereAreTooMany) {
    constexpr std::size_t kJoints = 2048;
    constexpr std::size_t kMostClips = kMostTracksByRecords / kJoints;
    Scene scene = chainOfJoints(kJoints);
    Clip clip = clipNamed("walk", 1.0F);
    for (std::size_t joint = 0; joint < kJoints; ++joint) {
        scene.joints[joint].visible = false;
        tracksOf(clip, joint).visibility = shownTrack();
    }
    scene.clips.resize(kMostClips, clip);
    ExportOptions options;
    options.streams = true;
    EXPECT_EQ(ClipPlan(scene, options).shownByClips, std::vector<std::uint8_t>(kJoints, 1));
    scene.clips.push_back(clip);
    EXPECT_THAT(ClipPlan(scene, options).shownByClips, IsEmpty());
}

TEST(WebClipRecords, SayItInFilesOfSingleClipsToo) {
    const OutputSet files =
        exported(sceneThatShows(), {.fileName = "a.glb", .profile = "web", .clips = "separate"});
    const nlohmann::json walk = jsonOf(files, "a@walk.glb");
    EXPECT_EQ(toldBy(walk, 0).size(), 3U);
    EXPECT_TRUE(isSaidOnJoint(walk, 0));
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
