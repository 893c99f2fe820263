#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/scene/scene_parts.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

/// Makes a clip of half a second that moves joint 1 up.
Clip movingClip(const std::string& name = "move") {
    Clip clip = clipNamed(name, 0.5F);
    tracksOf(clip, 1).translation = {
        .interpolation = Interpolation::Linear, .times = {0.0F, 0.5F}, .values = {{0, 0.5F, 0}, {0, 1, 0}}};
    return clip;
}

float lastTime(const ReadAnimation& animation) {
    float last = 0;
    for (const ReadChannel& channel : animation.channels) {
        last = std::max(last, channel.times.back());
    }
    return last;
}

TEST(GltfAnimations, WritesKeysOfALinearTrackAsTheyAre) {
    Scene scene = chainOfJoints(2);
    scene.clips.push_back(movingClip());
    const ReadGltf file = readBack(scene);
    ASSERT_EQ(file.animations.size(), 1U);
    EXPECT_EQ(file.animations[0].name, "move");
    const ReadChannel* channel = file.animations[0].find(1, "translation");
    ASSERT_NE(channel, nullptr);
    EXPECT_EQ(channel->times, (Floats{0.0F, 0.5F}));
    EXPECT_EQ(channel->keys.values, (Floats{0, 0.5F, 0, 0, 1, 0}));
}

TEST(GltfAnimations, LeavesOutTheInterpolationOfLinearSamplers) {
    Scene scene = chainOfJoints(2);
    scene.clips.push_back(movingClip());
    EXPECT_FALSE(readBack(scene).json.at("animations").at(0).at("samplers").at(0).contains("interpolation"));
}

TEST(GltfAnimations, KeepsSixteenBitRotationsBitForBit) {
    constexpr unsigned kSeed = 7;
    std::mt19937 random(kSeed);
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("turn", 2.0F);
    Track<glm::quat>& track = tracksOf(clip, 0).rotation;
    for (int i = 0; i <= 20; ++i) {
        glm::dvec4 q;
        for (int c = 0; c < 4; ++c) {
            q[c] = static_cast<double>(random() % 2001) - 1000.0;
        }
        q[3] += 0.5;  // keeps the quaternion off zero
        q = glm::round(glm::normalize(q) * 32767.0);
        track.times.push_back(static_cast<float>(i) * 0.1F);
        const auto packed = [&q](int c) { return static_cast<float>(static_cast<int>(q[c])) / 32767.0F; };
        track.values.emplace_back(packed(3), packed(0), packed(1), packed(2));
    }
    clip.duration = track.times.back();
    scene.clips.push_back(clip);
    const ReadGltf file = readBack(scene);
    const ReadChannel* channel = file.animations.at(0).find(0, "rotation");
    ASSERT_NE(channel, nullptr);
    EXPECT_EQ(channel->keys.componentType, 5122);
    ASSERT_EQ(channel->keys.size(), 21U);
    for (std::size_t i = 0; i < 21; ++i) {
        const glm::quat& q = track.values[i];
        EXPECT_EQ(channel->keys.at(i), (Floats{q.x, q.y, q.z, q.w})) << "seed " << kSeed << " key " << i;
    }
}

TEST(GltfAnimations, KeepsRotationsAsFloatsWhenOneComponentIsNoSixteenBitNumber) {
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("turn", 1.0F);
    const glm::quat odd = glm::normalize(glm::quat(0.7F, 0.1F, 0.2F, 0.3F));
    tracksOf(clip, 0).rotation = {
        .interpolation = Interpolation::Linear, .times = {0, 1}, .values = {glm::quat(1, 0, 0, 0), odd}};
    scene.clips.push_back(clip);
    const ReadGltf file = readBack(scene);
    const ReadChannel* channel = file.animations.at(0).find(0, "rotation");
    ASSERT_NE(channel, nullptr);
    EXPECT_EQ(channel->keys.componentType, 5126);
    EXPECT_EQ(channel->keys.at(1), (Floats{odd.x, odd.y, odd.z, odd.w}));
}

TEST(GltfAnimations, TakesNegativeZeroForZeroInSixteenBitRotations) {
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("turn", 1.0F);
    tracksOf(clip, 0).rotation = {.interpolation = Interpolation::Linear,
                                  .times = {0, 1},
                                  .values = {glm::quat(1, -0.0F, 0, 0), glm::quat(0, 0, 1, -0.0F)}};
    scene.clips.push_back(clip);
    EXPECT_EQ(readBack(scene).animations.at(0).find(0, "rotation")->keys.componentType, 5122);
}

TEST(GltfAnimations, SharesTimesOfTracksWithEqualKeys) {
    Scene scene = chainOfJoints(3);
    Clip clip = clipNamed("move", 1.0F);
    for (const std::size_t joint : {0U, 1U, 2U}) {
        const auto x = static_cast<float>(joint) + 1.0F;
        tracksOf(clip, joint).translation = {.interpolation = Interpolation::Linear,
                                             .times = {0, 0.25F, 1},
                                             .values = {{x, 0, 0}, {x, 1, 0}, {x, 2, 0}}};
    }
    scene.clips.push_back(clip);
    const ReadGltf file = readBack(scene);
    const auto& channels = file.animations.at(0).channels;
    ASSERT_EQ(channels.size(), 3U);
    EXPECT_EQ(channels[0].input, channels[1].input);
    EXPECT_EQ(channels[0].input, channels[2].input);
    EXPECT_NE(channels[0].output, channels[1].output);
}

TEST(GltfAnimations, DropsTracksThatOnlyRepeatTheRestPose) {
    Scene scene = chainOfJoints(2);
    Clip clip = movingClip();
    tracksOf(clip, 1).rotation = {.times = {0.0F}, .values = {glm::quat(1, 0, 0, 0)}};
    tracksOf(clip, 1).scale = {.times = {0.0F, 0.5F}, .values = {{1, 1, 1}, {1, 1, 1}}};
    scene.clips.push_back(clip);
    EXPECT_EQ(readBack(scene).animations.at(0).channels.size(), 1U);
}

TEST(GltfAnimations, GivesEveryClipAKeyForWhatAnotherClipMoves) {
    Scene scene = chainOfJoints(2);
    scene.clips.push_back(movingClip());
    Clip other = clipNamed("other", 1.0F);
    tracksOf(other, 0).scale = {.times = {0.0F, 1.0F}, .values = {{1, 1, 1}, {2, 2, 2}}};
    scene.clips.push_back(other);
    const ReadGltf file = readBack(scene);
    const ReadChannel* added = file.animations.at(1).find(1, "translation");
    ASSERT_NE(added, nullptr);
    EXPECT_EQ(added->times, Floats{0.0F});
    EXPECT_EQ(added->keys.values, (Floats{0, 0.5F, 0}));
}

TEST(GltfAnimations, KeepsARestKeyForWhatAnotherClipMoves) {
    Scene scene = chainOfJoints(2);
    scene.clips.push_back(movingClip());
    Clip still = clipNamed("still", 0.0F);
    tracksOf(still, 1).translation = {.times = {0.0F}, .values = {{0, 0.5F, 0}}};
    scene.clips.push_back(still);
    const ReadGltf file = readBack(scene, {.completeClips = false});
    EXPECT_NE(file.animations.at(1).find(1, "translation"), nullptr);
}

TEST(GltfAnimations, LeavesClipsIncompleteWhenAsked) {
    Scene scene = chainOfJoints(2);
    scene.clips.push_back(movingClip());
    Clip other = clipNamed("other", 1.0F);
    tracksOf(other, 0).scale = {.times = {0.0F, 1.0F}, .values = {{1, 1, 1}, {2, 2, 2}}};
    scene.clips.push_back(other);
    EXPECT_EQ(readBack(scene, {.completeClips = false}).animations.at(1).find(1, "translation"), nullptr);
}

/// Two parts of two joints each; one clip moves the first, another the second.
Scene sceneOfTwoParts() {
    Scene scene = chainOfJoints(4);
    scene.joints[2].parent.reset();
    for (const std::size_t root : {0U, 2U})
        scene.joints[root].extras.set(kPartRecord, Properties());
    for (const std::size_t joint : {1U, 3U}) {
        Clip clip = clipNamed("of part " + std::to_string(joint), 1.0F);
        tracksOf(clip, joint).translation = {.times = {0.0F, 1.0F}, .values = {{0, 0, 0}, {1, 0, 0}}};
        scene.clips.push_back(clip);
    }
    return scene;
}

TEST(GltfAnimations, AreCompletedOnTheirOwnPartAlone) {
    const ReadGltf file = readBack(sceneOfTwoParts());
    EXPECT_NE(file.animations.at(0).find(1, "translation"), nullptr);
    EXPECT_EQ(file.animations.at(0).find(3, "translation"), nullptr);
    EXPECT_EQ(file.animations.at(1).find(1, "translation"), nullptr);
    EXPECT_NE(file.animations.at(1).find(3, "translation"), nullptr);
}

TEST(GltfAnimations, BringBackThePartTheyBelongToWhenTheyMoveNothing) {
    Scene scene = sceneOfTwoParts();
    Clip still = clipNamed("still", 0.0F);
    tracksOf(still, 2);
    scene.clips.push_back(still);
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.animations.at(2).find(1, "translation"), nullptr);
    EXPECT_NE(file.animations.at(2).find(3, "translation"), nullptr);
}

TEST(GltfAnimations, FoldsEqualKeysIntoOneAndKeepsTheLength) {
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("hold", 0.7F);
    tracksOf(clip, 0).translation = {.times = {0.0F, 0.3F, 0.7F},
                                     .values = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}};
    tracksOf(clip, 0).scale = {.times = {0.0F, 0.7F}, .values = {{2, 2, 2}, {2, 2, 2}}};
    scene.clips.push_back(clip);
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.animations.at(0).find(0, "translation")->times, (Floats{0.0F, 0.7F}));
    EXPECT_EQ(file.animations.at(0).find(0, "scale")->times, (Floats{0.0F}));
}

TEST(GltfAnimations, HoldsTheLastKeyToTheEndOfTheClip) {
    Scene scene = chainOfJoints(2);
    Clip clip = movingClip();
    clip.duration = 0.9F;
    scene.clips.push_back(clip);
    const ReadGltf file = readBack(scene);
    const ReadChannel* channel = file.animations.at(0).find(1, "translation");
    EXPECT_EQ(channel->times, (Floats{0.0F, 0.5F, 0.9F}));
    EXPECT_EQ(channel->keys.at(2), (Floats{0, 1, 0}));
}

TEST(GltfAnimations, HoldsTheLastKeyOfASplineWithFlatTangents) {
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("curve", 2.0F);
    tracksOf(clip, 0).translation = {
        .interpolation = Interpolation::CubicSpline,
        .times = {0.0F, 1.0F},
        .values = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {3, 0, 0}, {9, 9, 9}}};
    scene.clips.push_back(clip);
    const ReadGltf file = readBack(scene);
    const ReadChannel* channel = file.animations.at(0).find(0, "translation");
    EXPECT_EQ(channel->interpolation, "CUBICSPLINE");
    EXPECT_EQ(channel->times, (Floats{0, 1, 2}));
    EXPECT_EQ(channel->keys.values,
              (Floats{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0}));
}

TEST(GltfAnimations, KeepsTheDurationToTheLastBit) {
    for (const float duration : {0.0F, 1.0F / 30.0F, 0.7F, 3.2333333F}) {
        Scene scene = chainOfJoints(2);
        scene.clips.push_back(clipNamed("still", duration));
        EXPECT_EQ(lastTime(readBack(scene).animations.at(0)), duration);
    }
}

TEST(GltfAnimations, GivesAClipWithoutMovementOneChannelOfTheRoot) {
    Scene scene = chainOfJoints(2);
    scene.joints[0].rest.translation = {1, 2, 3};
    scene.clips.push_back(clipNamed("still", 1.5F));
    const ReadGltf file = readBack(scene);
    ASSERT_EQ(file.animations.at(0).channels.size(), 1U);
    const ReadChannel& channel = file.animations[0].channels[0];
    EXPECT_EQ(channel.node, 0);
    EXPECT_EQ(channel.keys.at(0), (Floats{1, 2, 3}));
    EXPECT_EQ(channel.keys.at(1), (Floats{1, 2, 3}));
}

TEST(GltfAnimations, WritesStepsAsSteps) {
    Scene scene = chainOfJoints(2);
    Clip clip = movingClip();
    tracksOf(clip, 1).translation.interpolation = Interpolation::Step;
    scene.clips.push_back(clip);
    EXPECT_EQ(readBack(scene).animations.at(0).find(1, "translation")->interpolation, "STEP");
}

TEST(GltfAnimations, TakesASplineOfOneKeyForItsValue) {
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("hold", 0.0F);
    tracksOf(clip, 0).translation = {.interpolation = Interpolation::CubicSpline,
                                     .times = {0.0F},
                                     .values = {{9, 9, 9}, {1, 0, 0}, {9, 9, 9}}};
    scene.clips.push_back(clip);
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.animations.at(0).find(0, "translation")->keys.values, (Floats{1, 0, 0}));
}

Clip blinkingClip(std::size_t joint) {
    Clip clip = clipNamed("blink", 1.0F);
    tracksOf(clip, joint).visibility = {
        .interpolation = Interpolation::Step, .times = {0.0F, 0.25F, 1.0F}, .values = {1, 0, 1}};
    return clip;
}

TEST(GltfAnimations, HidesRigidMeshesByASteppedScaleOfTheirLeaf) {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 1, "flag");
    scene.clips.push_back(blinkingClip(1));
    const ReadGltf file = readBack(scene);
    const ReadChannel* channel = file.animations.at(0).find(file.nodeNamed("flag"), "scale");
    ASSERT_NE(channel, nullptr);
    EXPECT_EQ(channel->interpolation, "STEP");
    EXPECT_EQ(channel->times, (Floats{0.0F, 0.25F, 1.0F}));
    EXPECT_EQ(channel->keys.values, (Floats{1, 1, 1, 0, 0, 0, 1, 1, 1}));
}

TEST(GltfAnimations, NeverShowsAnInstanceThatIsHiddenByItself) {
    Scene scene = chainOfJoints(2);
    scene.instances[addTriangle(scene, 1, "flag")].hidden = true;
    scene.clips.push_back(blinkingClip(1));
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.animations.at(0).find(file.nodeNamed("flag"), "scale"), nullptr);
}

TEST(GltfAnimations, SharesTheSamplerOfMeshesThatBlinkTogether) {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 1, "flag");
    addTriangle(scene, 1, "pole");
    scene.clips.push_back(blinkingClip(1));
    const auto animation = readBack(scene).json.at("animations").at(0);
    EXPECT_EQ(animation.at("channels").size(), 2U);
    EXPECT_EQ(animation.at("samplers").size(), 1U);
}

TEST(GltfAnimations, GivesClipsWithoutVisibilityAKeyOfTheRestVisibility) {
    Scene scene = chainOfJoints(2);
    scene.joints[1].visible = false;
    addTriangle(scene, 1, "flag");
    scene.clips.push_back(blinkingClip(1));
    scene.clips.push_back(clipNamed("other", 0.0F));
    const ReadGltf file = readBack(scene);
    const ReadChannel* channel = file.animations.at(1).find(file.nodeNamed("flag"), "scale");
    ASSERT_NE(channel, nullptr);
    EXPECT_EQ(channel->keys.values, (Floats{0, 0, 0}));
}

TEST(GltfAnimations, AreTheSameWhenTheTracksOfEachClipAreFreedOnceItIsWritten) {
    Scene scene = chainOfJoints(2);
    scene.clips = {movingClip("move"), clipNamed("rest", 0.25F), movingClip("again")};
    tracksOf(scene.clips[2], 0).rotation = {.times = {0.25F}, .values = {glm::quat(0, 1, 0, 0)}};
    const Result<OutputSet> kept = exportScene(scene);
    ASSERT_TRUE(kept);
    std::vector<std::size_t> dropped;
    const Result<OutputSet> freed = exportScene(scene, {.dropClip = [&](std::size_t clip) {
                                                    scene.clips[clip].joints = {};
                                                    dropped.push_back(clip);
                                                }});
    ASSERT_TRUE(freed);
    EXPECT_EQ(joinedBytes(freed->front()), joinedBytes(kept->front()));
    EXPECT_EQ(dropped, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(GltfAnimations, ReportsClipsThatHideSkinnedMeshes) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    scene.clips.push_back(blinkingClip(0));
    Diagnostics diagnostics;
    const Result<OutputSet> set = exportScene(scene, {}, diagnostics);
    ASSERT_TRUE(set) << set.error().text();
    ASSERT_TRUE(diagnostics.has(gltf_export::kSkinnedVisibility));
    EXPECT_EQ(diagnostics.issues().at(0).where, "node 'body'");
    const ReadGltf file = readBack(scene);
    EXPECT_EQ(file.animations.at(0).find(file.nodeNamed("body"), "scale"), nullptr);
}

TEST(GltfAnimations, ReportsSkinnedMeshesThatAreHiddenAtRest) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    scene.joints[0].visible = false;
    Diagnostics diagnostics;
    ASSERT_TRUE(exportScene(scene, {}, diagnostics));
    ASSERT_TRUE(diagnostics.has(gltf_export::kSkinnedVisibility));
    EXPECT_EQ(diagnostics.issues().at(0).where, "node 'body'");
    EXPECT_EQ(diagnostics.issues().at(0).details, "hidden at rest");
    Diagnostics ofFull;
    ASSERT_TRUE(exportScene(scene, {.profile = "full"}, ofFull));
    EXPECT_FALSE(ofFull.has(gltf_export::kSkinnedVisibility));
}

TEST(GltfAnimations, PointsAtTheVisibilityOfSkinnedMeshesInProfileFull) {
    Scene scene = chainOfJoints(2);
    addSkinnedTriangle(scene, "body");
    scene.clips.push_back(blinkingClip(0));
    Diagnostics diagnostics;
    const Result<OutputSet> set = exportScene(scene, {.profile = "full"}, diagnostics);
    ASSERT_TRUE(set) << set.error().text();
    EXPECT_FALSE(diagnostics.has(gltf_export::kSkinnedVisibility));
    const ReadGltf file = readBack(scene, {.profile = "full"});
    const auto target = file.json.at("animations").at(0).at("channels").at(0).at("target");
    EXPECT_EQ(target.at("path"), "pointer");
    EXPECT_EQ(target.at("extensions").at("KHR_animation_pointer").at("pointer"),
              "/nodes/2/extensions/KHR_node_visibility/visible");
    EXPECT_EQ(file.json.at("extensionsUsed"),
              (nlohmann::json{"KHR_animation_pointer", "KHR_node_visibility"}));
    EXPECT_FALSE(file.json.contains("extensionsRequired"));
    // A pointer needs an existing target: visible is written although true is its default.
    EXPECT_EQ(file.json.at("nodes").at(2).at("extensions").at("KHR_node_visibility").at("visible"), true);
}

TEST(GltfAnimations, TakesAtMost150BytesOfJsonPerChannelWhereTracksAreConstant) {
    constexpr std::size_t kClips = 10;
    constexpr std::size_t kJoints = 60;
    Scene scene = chainOfJoints(kJoints);
    for (std::size_t c = 0; c < kClips; ++c) {
        Clip clip = clipNamed("clip" + std::to_string(c), 1.0F);
        for (std::size_t j = 0; j < kJoints; ++j) {
            const float x = static_cast<float>(c * kJoints + j) * 0.001F;
            JointTracks& tracks = tracksOf(clip, j);
            tracks.translation = {.times = {0.0F}, .values = {{x, 0, 0}}};
            tracks.rotation = {.times = {0.0F, 0.5F, 1.0F},
                               .values = {glm::quat(1, 0, 0, 0), glm::normalize(glm::quat(1, x, 0, 0)),
                                          glm::quat(0, 1, 0, 0)}};
            tracks.scale = {.times = {0.0F}, .values = {{2, 2, 2}}};
        }
        scene.clips.push_back(clip);
    }
    const auto document = readBack(scene).json;
    std::size_t channels = 0;
    for (const auto& animation : document.at("animations")) {
        channels += animation.at("channels").size();
    }
    ASSERT_EQ(channels, kClips * kJoints * 3);
    const std::size_t bytes =
        document.at("animations").dump().size() + document.at("accessors").dump().size();
    EXPECT_LE(bytes / channels, 150U);
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
