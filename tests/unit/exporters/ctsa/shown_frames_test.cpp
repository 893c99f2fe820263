#include "exporters/ctsa/shown_frames.hpp"

#include <cstddef>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/ctsa/ctsa_record.hpp"

namespace rigkiln::ctsa_export {
namespace {

/// Makes quads, shown one after the other and without extras, as another program could write them.
Scene quads(std::size_t count) {
    Scene scene;
    scene.materials.emplace_back();
    scene.materials[0].name = "sheet";
    scene.textures.emplace_back();
    scene.materials[0].baseColorTexture = TextureUse{};
    Clip clip;
    clip.name = "clip";
    clip.duration = static_cast<float>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float left = static_cast<float>(i) / static_cast<float>(count);
        const float right = static_cast<float>(i + 1) / static_cast<float>(count);
        Primitive quad;
        quad.material = IndexOf<Material>(0);
        quad.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
        quad.texCoordSets = {{{left, 1}, {right, 1}, {right, 0}, {left, 0}}};
        quad.indices = {0, 1, 2, 0, 2, 3};
        Joint joint;
        joint.name = "quad" + std::to_string(i);
        joint.rest.scale = glm::vec3(i == 0 ? 1.0F : 0.0F);
        scene.joints.push_back(joint);
        Mesh mesh;
        mesh.primitives = {quad};
        scene.meshes.push_back(mesh);
        MeshInstance instance;
        instance.mesh = IndexOf<Mesh>(i);
        instance.joint = IndexOf<Joint>(i);
        scene.instances.push_back(instance);
        JointTracks tracks;
        tracks.joint = IndexOf<Joint>(i);
        tracks.scale.interpolation = Interpolation::Step;
        const auto start = static_cast<float>(i);
        if (i > 0) {
            tracks.scale.times = {0, start};
            tracks.scale.values = {glm::vec3(0), glm::vec3(1)};
        } else {
            tracks.scale.times = {0};
            tracks.scale.values = {glm::vec3(1)};
        }
        if (i + 1 < count) {
            tracks.scale.times.push_back(start + 1);
            tracks.scale.values.emplace_back(0);
        }
        clip.joints.push_back(tracks);
    }
    scene.clips.push_back(clip);
    return scene;
}

std::string problemOf(const Scene& scene) {
    const Result<ShownFrames> shown = shownFrames(scene, scene.clips.at(0));
    return shown ? "none" : shown.error().text();
}

TEST(ShownFrames, AreMeshesThatScalesShowOneAfterTheOther) {
    const Scene scene = quads(3);
    const Result<ShownFrames> shown = shownFrames(scene, scene.clips[0]);
    ASSERT_TRUE(shown) << shown.error().text();
    ASSERT_EQ(shown->frames.size(), 3U);
    EXPECT_EQ(shown->frames[1].node, "quad1");
    EXPECT_EQ(shown->frames[1].start, 1);
    EXPECT_FLOAT_EQ(shown->frames[2].rect.leftU, 2.0F / 3);
    EXPECT_EQ(shown->total, 3);
}

TEST(ShownFrames, AreInTheOrderOfTheirTimes) {
    Scene scene = quads(2);
    std::swap(scene.clips[0].joints[0].scale, scene.clips[0].joints[1].scale);
    const Result<ShownFrames> shown = shownFrames(scene, scene.clips[0]);
    ASSERT_TRUE(shown) << shown.error().text();
    EXPECT_EQ(shown->frames[0].node, "quad1");
}

TEST(ShownFrames, AreShownOnceThroughKeysThatKeepThemShown) {
    Scene scene = quads(2);
    Track<glm::vec3>& scale = scene.clips[0].joints[0].scale;
    scale.times = {0, 0.25F, 0.5F, 1};
    scale.values = {glm::vec3(1), glm::vec3(2), glm::vec3(1), glm::vec3(0)};
    const Result<ShownFrames> shown = shownFrames(scene, scene.clips[0]);
    ASSERT_TRUE(shown) << shown.error().text();
    ASSERT_EQ(shown->frames.size(), 2U);
    EXPECT_EQ(shown->frames[0].start, 0);
    EXPECT_EQ(shown->frames[1].node, "quad1");
    EXPECT_EQ(shown->frames[1].start, 1);
}

TEST(ShownFrames, MustNotComeTwice) {
    Scene scene = quads(3);
    Track<glm::vec3>& scale = scene.clips[0].joints[0].scale;
    scale.times = {0, 1, 2};
    scale.values = {glm::vec3(1), glm::vec3(0), glm::vec3(1)};
    EXPECT_EQ(problemOf(scene),
              "frame 0 (node 'quad0'): is shown again at 2 s; the format shows each frame once, one after "
              "the other");
}

TEST(ShownFrames, MustNotLeaveGapsOrOverlap) {
    Scene scene = quads(3);
    scene.clips[0].joints[1].scale.times[1] = 1.5F;
    EXPECT_EQ(
        problemOf(scene),
        "frame 1 (node 'quad1'): is shown from 1.5 s on, expected from 1 s, when the one before it ends: the "
        "format shows one frame at any time");
    scene.clips[0].joints[1].scale.times[1] = 0.5F;
    EXPECT_THAT(problemOf(scene), testing::HasSubstr("is shown from 0.5 s on, expected from 1 s"));
}

TEST(ShownFrames, MustReachTheEnd) {
    Scene scene = quads(2);
    scene.clips[0].duration = 3;
    scene.clips[0].joints[1].scale.times.push_back(2);
    scene.clips[0].joints[1].scale.values.emplace_back(0);
    EXPECT_EQ(
        problemOf(scene),
        "frame 1 (node 'quad1'): is shown until 2 s, and nothing from there to the end at 3 s; the format "
        "shows one frame at any time");
}

TEST(ShownFrames, MayMissEachOtherByRounding) {
    Scene scene = quads(3);
    scene.clips[0].joints[1].scale.times[1] = 1.0004F;
    EXPECT_EQ(problemOf(scene), "none");
}

TEST(ShownFrames, AreStepsOfATexture) {
    Scene scene = quads(1);
    scene.clips[0].joints.clear();
    scene.clips[0].duration = 2;
    MaterialTracks tracks;
    tracks.baseColorOffset = {.interpolation = Interpolation::Step,
                              .times = {0, 0.5F, 1, 2},
                              .values = {{0, 0}, {0.25F, 0}, {0.25F, 0}, {0.5F, 0}}};
    scene.clips[0].materials = {tracks};
    const Result<ShownFrames> shown = shownFrames(scene, scene.clips[0]);
    ASSERT_TRUE(shown) << shown.error().text();
    // A repeated value continues its frame, and a value that starts at the end is never shown.
    ASSERT_EQ(shown->frames.size(), 2U);
    EXPECT_EQ(shown->frames[1].start, 0.5F);
    EXPECT_EQ(shown->frames[1].rect.leftU, 0.25F);
    scene.clips[0].materials[0].baseColorOffset.interpolation = Interpolation::Linear;
    EXPECT_EQ(problemOf(scene), "material 'sheet': has its texture moved smoothly, expected in steps (STEP)");
}

/// Two equal animations in one file. The clip belongs to the second and keeps the first constant.
Scene twins() {
    Scene scene;
    scene.materials.resize(2);
    scene.textures.emplace_back();
    Clip clip;
    clip.duration = 2;
    clip.extras.set(ctsa::kRecordName, "record");
    for (const std::size_t twin : {0U, 1U}) {
        Joint joint;
        joint.name = "twin" + std::to_string(twin);
        joint.extras.set(ctsa::kRecordName, "record");
        scene.joints.push_back(joint);
        Primitive quad;
        quad.material = IndexOf<Material>(twin);
        quad.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
        quad.texCoordSets = {{{0, 1}, {0.5F, 1}, {0.5F, 0}, {0, 0}}};
        quad.indices = {0, 1, 2, 0, 2, 3};
        scene.meshes.emplace_back().primitives = {quad};
        MeshInstance& instance = scene.instances.emplace_back();
        instance.name = joint.name + "_quad";
        instance.mesh = IndexOf<Mesh>(twin);
        instance.joint = IndexOf<Joint>(twin);
        scene.materials[twin].baseColorTexture = TextureUse{};
    }
    clip.materials.push_back(
        {.material = IndexOf<Material>(0),
         .baseColorOffset = {
             .interpolation = Interpolation::Linear, .times = {0}, .values = {glm::vec2(0)}}});
    clip.materials.push_back({.material = IndexOf<Material>(1),
                              .baseColorOffset = {.interpolation = Interpolation::Step,
                                                  .times = {0, 1},
                                                  .values = {glm::vec2(0), glm::vec2(0.5F, 0)}}});
    scene.clips.push_back(clip);
    return scene;
}

TEST(ShownFrames, AreThoseOfTheAnimationThatTheClipChanges) {
    const Scene scene = twins();
    EXPECT_EQ(rootOf(scene, scene.clips[0]), IndexOf<Joint>(1));
    const Result<ShownFrames> shown = shownFrames(scene, scene.clips[0]);
    ASSERT_TRUE(shown) << shown.error().text();
    ASSERT_EQ(shown->frames.size(), 2U);
    EXPECT_EQ(shown->frames[1].node, "twin1_quad");
    EXPECT_FLOAT_EQ(shown->frames[1].rect.leftU, 0.5F);
}

TEST(ShownFrames, AreThoseOfTheMovedTextureWithoutRecordsToo) {
    Scene scene = twins();
    scene.clips[0].extras = {};
    const Result<ShownFrames> shown = shownFrames(scene, scene.clips[0]);
    ASSERT_TRUE(shown) << shown.error().text();
    EXPECT_EQ(shown->frames.size(), 2U);
}

TEST(ShownFrames, AreThoseOfTheFirstOfAnimationsThatAreAlikeAndStandStill) {
    Scene scene = twins();
    scene.clips[0].materials.clear();
    EXPECT_EQ(rootOf(scene, scene.clips[0]), IndexOf<Joint>(0));
}

}  // namespace
}  // namespace rigkiln::ctsa_export
