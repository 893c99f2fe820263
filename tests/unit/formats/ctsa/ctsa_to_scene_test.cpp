#include "formats/ctsa/ctsa_to_scene.hpp"

#include <limits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/sample_track.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa {
namespace {

using testing::ElementsAre;

Scene sceneOf(const CtsaFile& file, SpriteMode mode = SpriteMode::Nodes, bool hasImage = true,
              const Sheet& sheet = {.source = SheetSource::AsItIs, .size = {256, 32}}) {
    Scene scene;
    CtsaScene source{.file = file, .name = "Walk", .reading = {}, .image = {}};
    source.reading.mode = mode;
    if (hasImage) {
        scene.textures.push_back({.sourceName = "Sheet.png", .mimeType = "image/png", .encoded = {}});
        source.reading.image = "Sheet.png";
        source.reading.sheet = sheet;
        source.image = SheetImage{.file = "Sheet.png", .texture = IndexOf<Texture>(0)};
    }
    const Status added = addToScene(source, scene);
    EXPECT_TRUE(added) << (added ? "" : added.error().text());
    const std::vector<SceneProblem> problems = validateScene(scene);
    EXPECT_TRUE(problems.empty()) << problems.front().where << ": " << problems.front().problem;
    return scene;
}

/// Frames that are shown at a time.
std::vector<std::size_t> shownAt(const Scene& scene, float time) {
    std::vector<std::size_t> shown;
    const Clip& clip = scene.clips.at(0);
    for (std::size_t i = 0; i < clip.joints.size(); ++i) {
        if (sampleTrack(clip.joints[i].visibility, time) != 0) shown.push_back(i);
    }
    return shown;
}

glm::vec2 offsetAt(const Scene& scene, float time) {
    return sampleTrack(scene.clips.at(0).materials.at(0).baseColorOffset, time);
}

TEST(CtsaToScene, MakesAQuadOfEachFrameThatIsShownInTurn) {
    const Scene scene = sceneOf(walkFile(4));
    ASSERT_EQ(scene.joints.size(), 5U);
    EXPECT_EQ(scene.joints[0].name, "Walk");
    EXPECT_EQ(scene.joints[3].name, "Walk_002");
    EXPECT_EQ(scene.instances.size(), 4U);
    EXPECT_FLOAT_EQ(scene.clips.at(0).duration, 0.2F);
    EXPECT_THAT(shownAt(scene, 0), ElementsAre(0U));
    EXPECT_THAT(shownAt(scene, 0.049F), ElementsAre(0U));
    EXPECT_THAT(shownAt(scene, 0.05F), ElementsAre(1U));
    EXPECT_THAT(shownAt(scene, 0.12F), ElementsAre(2U));
    EXPECT_THAT(shownAt(scene, 0.2F), ElementsAre(3U));
}

TEST(CtsaToScene, ShowsTheFirstFrameAtRest) {
    const Scene scene = sceneOf(walkFile(3));
    EXPECT_TRUE(scene.joints[1].visible);
    EXPECT_FALSE(scene.joints[2].visible);
    EXPECT_FALSE(scene.joints[3].visible);
}

TEST(CtsaToScene, PutsEveryLastKeyAtTheEnd) {
    const Scene scene = sceneOf(waveFile());
    for (const JointTracks& tracks : scene.clips.at(0).joints)
        EXPECT_EQ(tracks.visibility.times.back(), scene.clips[0].duration);
}

TEST(CtsaToScene, CutsFramesOutOfTheSheetWithVDownwards) {
    const Scene scene = sceneOf(waveFile());
    const std::vector<glm::vec2>& uv = scene.meshes.at(1).primitives.at(0).texCoordSets.at(0);
    // Frame 1 of the wave: U from 0.375 to 0.5, V from 0.5 to 0.75, counted from below.
    EXPECT_THAT(uv, ElementsAre(glm::vec2(0.375F, 0.5F), glm::vec2(0.5F, 0.5F), glm::vec2(0.5F, 0.25F),
                                glm::vec2(0.375F, 0.25F)));
}

TEST(CtsaToScene, FacesTheFrontAroundTheJoint) {
    const Scene scene = sceneOf(walkFile(8));
    const Primitive& quad = scene.meshes.at(0).primitives.at(0);
    // 32 pixels at 100 pixels per unit.
    EXPECT_EQ(quad.positions[0], glm::vec3(-0.16F, -0.16F, 0));
    EXPECT_EQ(quad.positions[2], glm::vec3(0.16F, 0.16F, 0));
    EXPECT_THAT(quad.indices, ElementsAre(0U, 1U, 2U, 0U, 2U, 3U));
}

TEST(CtsaToScene, TakesTheShapeFromTheNumbersWithoutAnImage) {
    CtsaFile file = walkFile(4);
    file.topV = 0.5F;
    const Scene scene = sceneOf(file, SpriteMode::Nodes, false);
    EXPECT_EQ(scene.meshes.at(0).primitives.at(0).positions[2], glm::vec3(0.5F, 1, 0));
    EXPECT_FALSE(scene.materials.at(0).baseColorTexture);
}

TEST(CtsaToScene, ShowsThePixelsAsTheyAre) {
    const Material material = sceneOf(walkFile()).materials.at(0);
    EXPECT_TRUE(material.unlit);
    EXPECT_TRUE(material.doubleSided);
    EXPECT_EQ(material.baseColorTexture->sampler.filter, TextureFilter::Nearest);
    EXPECT_EQ(material.baseColorTexture->sampler.wrapS, TextureWrap::ClampToEdge);
}

TEST(CtsaToScene, MovesTheTextureOverOneQuadInModePointer) {
    const Scene scene = sceneOf(walkFile(4), SpriteMode::Pointer);
    EXPECT_EQ(scene.joints.size(), 1U);
    EXPECT_EQ(scene.instances.size(), 1U);
    EXPECT_EQ(offsetAt(scene, 0), glm::vec2(0, 0));
    EXPECT_EQ(offsetAt(scene, 0.05F), glm::vec2(0.25F, 0));
    EXPECT_EQ(offsetAt(scene, 0.2F), glm::vec2(0.75F, 0));
    EXPECT_EQ(scene.clips[0].materials[0].baseColorOffset.times.back(), scene.clips[0].duration);
}

TEST(CtsaToScene, FindsTheFramesOfAPaddedSheet) {
    const Sheet sheet{.source = SheetSource::Given,
                      .size = {128, 16},
                      .place = {.scaleU = 0.5, .offsetU = 0.25, .scaleV = 0.5, .offsetV = 0.25}};
    const Scene quads = sceneOf(walkFile(4), SpriteMode::Nodes, true, sheet);
    EXPECT_EQ(quads.meshes.at(1).primitives.at(0).texCoordSets.at(0).at(0), glm::vec2(0.375F, 0.75F));
    // A frame has 128 / 4 by 16 pixels.
    EXPECT_EQ(quads.meshes[1].primitives[0].positions[2], glm::vec3(0.16F, 0.08F, 0));
    const Scene moved = sceneOf(walkFile(4), SpriteMode::Pointer, true, sheet);
    EXPECT_EQ(offsetAt(moved, 0.05F), glm::vec2(0.125F, 0));
}

TEST(CtsaToScene, HidesAnAnimationWithoutFrames) {
    const Scene scene = sceneOf(emptyFile());
    ASSERT_EQ(scene.joints.size(), 1U);
    EXPECT_FALSE(scene.joints[0].visible);
    EXPECT_TRUE(scene.clips.empty());
    EXPECT_TRUE(scene.instances.empty());
    EXPECT_NE(scene.joints[0].extras.find(kRecordName), nullptr);
}

TEST(CtsaToScene, ShowsOneFrameAllTheTime) {
    const Scene scene = sceneOf(walkFile(1));
    EXPECT_THAT(shownAt(scene, 0), ElementsAre(0U));
    EXPECT_THAT(scene.clips.at(0).joints.at(0).visibility.times, ElementsAre(0.0F, 0.05F));
}

TEST(CtsaToScene, NeverShowsFramesThatAreOverAtTheSameFloat) {
    CtsaFile file = walkFile(3);
    file.frames[0].time = 1e9F;
    file.frames[1].time = 1e-6F;
    file.frames[2].time = 1e9F;
    const Scene quads = sceneOf(file);
    const Track<std::uint8_t>& never = quads.clips.at(0).joints.at(1).visibility;
    EXPECT_THAT(never.values, testing::Each(0));
    const Scene moved = sceneOf(file, SpriteMode::Pointer);
    EXPECT_EQ(moved.clips.at(0).materials.at(0).baseColorOffset.times.size(), 3U);
}

TEST(CtsaToScene, KeepsTheLawsWhateverTheNumbers) {
    for (const float odd : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -1.0F, 0.0F, 1e38F, 1e-38F}) {
        for (const SpriteMode mode : {SpriteMode::Nodes, SpriteMode::Pointer}) {
            CtsaFile file = walkFile(3);
            file.leftU = file.bottomV = file.topV = file.frameWidth = odd;
            for (CtsaFrame& frame : file.frames)
                frame.time = odd;
            (void)sceneOf(file, mode);
            (void)sceneOf(file, mode, false);
        }
    }
}

TEST(CtsaToScene, RefusesMoreQuadsThanAnybodyCanShow) {
    CtsaFile file = walkFile(1);
    file.frames.resize(kMostQuads + 1);
    Scene scene;
    const Status added = addToScene({.file = file, .name = "Walk", .reading = {}, .image = {}}, scene);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().text(),
              "frames: are 16385, at most 16384 become quads; mode pointer takes any number");
}

}  // namespace
}  // namespace rigkiln::ctsa
