#include "pipeline/process/bind_clips.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

/// A clip file that moves the arm (source index 1) of test::smallScene, with every property stated.
Scene clipFile(ClipBinding binding) {
    Scene clips;
    clips.joints = {test::joint("ROOT"), test::joint("ARM")};
    clips.joints[0].sourceIndex = 0;
    clips.joints[1].sourceIndex = 1;
    Clip clip;
    clip.name = "walk";
    clip.duration = 1.0F;
    clip.binding = binding;
    JointTracks arm;
    arm.joint = IndexOf<Joint>(1);
    arm.translation = {.times = {0.0F}, .values = {{0, 1, 0}}};
    arm.rotation = {.times = {0.0F}, .values = {glm::quat(1, 0, 0, 0)}};
    arm.scale = {.times = {0.0F}, .values = {glm::vec3(1)}};
    arm.visibility = {.interpolation = Interpolation::Step, .times = {0.0F}, .values = {1}};
    clip.joints = {arm};
    clips.clips = {clip};
    return clips;
}

Scene modelWithoutClips() {
    Scene model = test::smallScene();
    model.clips.clear();
    return model;
}

TEST(BindClips, BindsByIndexAndTellsOtherNames) {
    Scene model = modelWithoutClips();
    model.joints[1].name = "Upper Arm";
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, clipFile(ClipBinding::ByIndex), diagnostics));
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_EQ(model.clips[0].joints[0].joint, IndexOf<Joint>(1));
    ASSERT_TRUE(diagnostics.has(kClipNameMismatch));
    EXPECT_EQ(diagnostics.issues()[0].details, "1 of 1 joints, first 'ARM' (model: 'Upper Arm')");
}

TEST(BindClips, ComparesNamesWithoutCase) {
    Scene model = modelWithoutClips();
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, clipFile(ClipBinding::ByIndex), diagnostics));
    EXPECT_FALSE(diagnostics.has(kClipNameMismatch));
}

TEST(BindClips, RefusesAnIndexTheModelDoesNotHave) {
    Scene model = modelWithoutClips();
    Scene clips = clipFile(ClipBinding::ByIndex);
    clips.joints[1].sourceIndex = 7;
    Diagnostics diagnostics;
    const Status status = bindClips(model, std::move(clips), diagnostics);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().text(), "clip 'walk': moves joint 7 'ARM', the model has 3 joints");
    EXPECT_TRUE(model.clips.empty());
}

TEST(BindClips, BindsByNameAndLeavesOutJointsTheModelDoesNotHave) {
    Scene model = modelWithoutClips();
    Scene clips = clipFile(ClipBinding::ByName);
    clips.joints[1].sourceIndex.reset();
    clips.joints.push_back(test::joint("tail"));
    JointTracks tail;
    tail.joint = IndexOf<Joint>(2);
    tail.rotation = {.times = {0.0F}, .values = {test::turn(90, {1, 0, 0})}};
    clips.clips[0].joints.push_back(tail);
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, std::move(clips), diagnostics));
    ASSERT_EQ(model.clips[0].joints.size(), 1U);
    EXPECT_EQ(model.clips[0].joints[0].joint, IndexOf<Joint>(1));
    EXPECT_TRUE(diagnostics.has(kClipJointMissing));
}

TEST(BindClips, SaysThatAnotherSkeletonWithTheNamesStaysAtRest) {
    Scene model = modelWithoutClips();
    const std::size_t joints = model.joints.size();
    Diagnostics alone;
    Scene first = model;
    ASSERT_TRUE(bindClips(first, clipFile(ClipBinding::ByName), alone));
    EXPECT_FALSE(alone.has(kClipMovesFirst));
    for (std::size_t i = 0; i < joints; ++i) {
        Joint copy = model.joints[i];
        if (copy.parent) copy.parent = IndexOf<Joint>(copy.parent->value + joints);
        model.joints.push_back(std::move(copy));
    }
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, clipFile(ClipBinding::ByName), diagnostics));
    EXPECT_LT(model.clips[0].joints[0].joint.value, joints);
    ASSERT_TRUE(diagnostics.has(kClipMovesFirst));
    EXPECT_EQ(diagnostics.issues()[0].details, "1 of 1 joints, first 'ARM'");
    Diagnostics byIndex;
    ASSERT_TRUE(bindClips(first, clipFile(ClipBinding::ByIndex), byIndex));
    EXPECT_FALSE(byIndex.has(kClipMovesFirst));
}

TEST(BindClips, DropsConstantsThatOnlyRepeatTheRestPose) {
    Scene model = modelWithoutClips();
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, clipFile(ClipBinding::ByIndex), diagnostics));
    const JointTracks& tracks = model.clips[0].joints[0];
    EXPECT_TRUE(tracks.translation.empty());
    EXPECT_TRUE(tracks.rotation.empty());
    EXPECT_TRUE(tracks.scale.empty());
    EXPECT_TRUE(tracks.visibility.empty());
}

TEST(BindClips, KeepsAConstantPoseThatDiffersFromTheRestPose) {
    Scene model = modelWithoutClips();
    model.joints[1].rest.translation = {0, 2, 0};
    model.joints[1].visible = false;
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, clipFile(ClipBinding::ByIndex), diagnostics));
    EXPECT_EQ(model.clips[0].joints[0].translation.values.at(0), glm::vec3(0, 1, 0));
    EXPECT_EQ(model.clips[0].joints[0].visibility.values.at(0), 1);
}

TEST(BindClips, TakesTheModelsExactRotationOnlyWhereTheClipDeclaresRest) {
    const glm::quat rest = test::turn(0.003F, {0, 0, 1});
    for (const bool declared : {true, false}) {
        Scene model = modelWithoutClips();
        model.joints[1].rest.rotation = rest;
        Scene clips = clipFile(ClipBinding::ByIndex);
        clips.clips[0].joints[0].holdsRestPose = declared;
        Diagnostics diagnostics;
        ASSERT_TRUE(bindClips(model, std::move(clips), diagnostics));
        EXPECT_EQ(model.clips[0].joints[0].rotation.empty(), declared);
    }
}

TEST(BindClips, ForgivesRoundingByTheReachOfTheSkeletonOnlyWhereTheClipDeclaresRest) {
    for (const bool declared : {true, false}) {
        Scene model = modelWithoutClips();
        model.joints[2].rest.translation = {1000, 0, 0};
        model.joints[1].rest.translation = {0, 1, 0};
        Scene clips = clipFile(ClipBinding::ByIndex);
        clips.clips[0].joints[0].translation.values[0] = {0, 1.001F, 0};
        clips.clips[0].joints[0].holdsRestPose = declared;
        Diagnostics diagnostics;
        ASSERT_TRUE(bindClips(model, std::move(clips), diagnostics));
        EXPECT_EQ(model.clips[0].joints[0].translation.empty(), declared);
    }
}

TEST(BindClips, TellsADeclaredRestThatIsNone) {
    Scene model = modelWithoutClips();
    model.joints[1].rest.rotation = test::turn(10, {0, 0, 1});
    Scene clips = clipFile(ClipBinding::ByIndex);
    clips.clips[0].joints[0].holdsRestPose = true;
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, std::move(clips), diagnostics));
    EXPECT_FALSE(model.clips[0].joints[0].rotation.empty());
    EXPECT_TRUE(diagnostics.has(kClipNotAtRest));
}

TEST(BindClips, NeverDropsATrackOfSeveralKeys) {
    Scene model = modelWithoutClips();
    Scene clips = clipFile(ClipBinding::ByIndex);
    clips.clips[0].joints[0].translation = {.times = {0.0F, 1.0F}, .values = {{0, 1, 0}, {0, 1, 0}}};
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, std::move(clips), diagnostics));
    EXPECT_EQ(model.clips[0].joints[0].translation.times.size(), 2U);
}

TEST(BindClips, FindsMaterialsByNameAndLeavesOutThoseTheModelCannotMove) {
    Scene model = modelWithoutClips();
    model.textures.emplace_back();
    model.materials.resize(3);
    model.materials[1].name = "plain";
    model.materials[2].name = "Belt";
    model.materials[2].baseColorTexture = TextureUse{};
    Scene clips = clipFile(ClipBinding::ByName);
    for (const char* name : {"BELT", "plain", "nobody"}) {
        MaterialTracks tracks;
        tracks.material = IndexOf<Material>(clips.materials.size());
        tracks.baseColorOffset = {.times = {0}, .values = {{1, 0}}};
        clips.clips[0].materials.push_back(tracks);
        clips.materials.emplace_back();
        clips.materials.back().name = name;
    }
    Diagnostics diagnostics;
    ASSERT_TRUE(bindClips(model, std::move(clips), diagnostics));
    ASSERT_EQ(model.clips[0].materials.size(), 1U);
    EXPECT_EQ(model.clips[0].materials[0].material, IndexOf<Material>(2));
    ASSERT_TRUE(diagnostics.has(kClipMaterialMissing));
    EXPECT_EQ(diagnostics.issues().back().details, "2 of 3 materials, first 'plain', 'nobody'");
}

}  // namespace
}  // namespace rigkiln
