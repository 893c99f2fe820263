#include "pipeline/compare/compare_assets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/registry.hpp"
#include "tests/unit/pipeline/compare/compared.hpp"

namespace rigkiln::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

SharedBytes pictureOf(std::uint8_t value) {
    return {allImageFormats().encodePng(
        {.width = 8, .height = 8, .pixels = std::vector<std::uint8_t>(256, value)})};
}

Scene texturedScene(std::uint8_t value) {
    Scene scene = smallScene();
    scene.textures.push_back(
        {.sourceName = "cloth.dds", .mimeType = "image/png", .encoded = pictureOf(value)});
    scene.materials[0].baseColorTexture = TextureUse{.texture = IndexOf<Texture>(0)};
    return scene;
}

ClipEvent eventAt(float time, std::string name) {
    ClipEvent event;
    event.time = time;
    event.name = std::move(name);
    return event;
}

std::vector<std::string> partDifferences(const Scene& left, const Scene& right, ComparedPart part) {
    CompareOptions options = optionsFor(left);
    options.parts = ComparedParts::none();
    options.parts.add(part);
    return linesOf(compareAssets(left, right, options));
}

TEST(CompareAssets, FindsNothingInASceneAndItself) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Scene scene = randomScene(seed);
        EXPECT_THAT(differencesOf(scene, scene, 0), IsEmpty()) << "seed " << seed;
    }
}

TEST(CompareAssets, FindsAModelWhoseTextureAloneDiffers) {
    CompareOptions options = optionsFor(texturedScene(0));
    options.images = allImageFormats();
    EXPECT_THAT(
        linesOf(compareAssets(texturedScene(0), texturedScene(40), options)),
        ElementsAre("images image 'cloth.dds' (base colour of material 'cloth'): 64 of 64 pixels differ, "
                    "by up to 40 of 255, first at (0, 0)"));
    EXPECT_TRUE(compareAssets(texturedScene(3), texturedScene(3), options).isSame());
}

TEST(CompareAssets, FindsAnImageThatOnlyOneSideHas) {
    EXPECT_THAT(differencesOf(texturedScene(0), smallScene()),
                ElementsAre("images image of base colour of material 'cloth': only in A"));
}

TEST(CompareAssets, FindsAClipThatIsChangedAtOneKey) {
    const Scene left = smallScene();
    Scene right = left;
    right.clips[0].joints[0].rotation.values[1] = turn(91, {0, 0, 1});
    const std::vector<std::string> lines = differencesOf(left, right);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], testing::StartsWith("poses clip 'wave': points up to "));
    EXPECT_THAT(lines[0], testing::HasSubstr(" 1 s)"));
    EXPECT_THAT(differencesOf(left, right, 0.1), IsEmpty());
}

TEST(CompareAssets, FindsAnotherDuration) {
    const Scene left = smallScene();
    Scene right = left;
    right.clips[0].duration = 1.5F;
    EXPECT_THAT(differencesOf(left, right), ElementsAre("poses clip 'wave': lasts 1 s, 1.5 s"));
}

TEST(CompareAssets, FindsAnotherRestPose) {
    const Scene left = smallScene();
    Scene right = left;
    right.joints[2].rest.translation.x = 1.5F;
    EXPECT_THAT(partDifferences(left, right, ComparedPart::Poses),
                UnorderedElementsAre(
                    testing::StartsWith("poses rest pose: points up to 500 mm apart (joint 'hand'), 1 of 3"),
                    testing::StartsWith("poses clip 'wave': points up to 500 mm apart")));
}

TEST(CompareAssets, FindsVisibilityAtOtherTimes) {
    const Scene left = smallScene();
    Scene right = left;
    right.clips[0].joints[1].visibility.times[1] = 0.5F;
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("poses clip 'wave': 1 joints are shown or hidden at other times, joint 'hand' at "
                            "0.5 s"));
}

TEST(CompareAssets, FindsMissingJointsAndOtherParents) {
    const Scene left = smallScene();
    Scene right = left;
    right.joints[2].parent = IndexOf<Joint>(0);
    right.joints.push_back(joint("tail", 0));
    EXPECT_THAT(
        partDifferences(left, right, ComparedPart::Structure),
        ElementsAre("structure joint 'tail': only in B", "structure joint 'hand': parent: 'arm', 'root'"));
}

TEST(CompareAssets, FindsAttachmentsThatMovedOrHangElsewhere) {
    Scene left = smallScene();
    left.attachments.push_back(
        {.name = "muzzle", .kind = "proxy", .joint = IndexOf<Joint>(2), .local = {}, .extras = {}});
    Scene right = left;
    right.attachments[0].local.translation.z = 0.002F;
    EXPECT_THAT(differencesOf(left, right), ElementsAre("attachments proxy 'muzzle': 2 mm apart"));
    right.attachments[0] = left.attachments[0];
    right.attachments[0].joint = IndexOf<Joint>(1);
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("attachments proxy 'muzzle': on joint 'hand', 'arm'"));
}

TEST(CompareAssets, FindsOtherEvents) {
    Scene left = smallScene();
    left.clips[0].events = {eventAt(0.25F, "step"), eventAt(0.5F, "fire")};
    Scene right = left;
    right.clips[0].events = {eventAt(0.75F, "step")};
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("events event 'fire' of clip 'wave': only in A",
                            "events event 'step' of clip 'wave': at 0.25 s, 0.75 s"));
}

TEST(CompareAssets, FindsOtherExtrasButNotTheMarkOfAReduction) {
    const Scene left = smallScene();
    Scene right = left;
    right.clips[0].extras.set("reduction", "kept");
    EXPECT_THAT(differencesOf(left, right), IsEmpty());
    right.materials[0].extras.set("gloss", 0.5F);
    EXPECT_THAT(differencesOf(left, right), ElementsAre("extras material 'cloth': gloss: none, 0.5"));
}

TEST(CompareAssets, FindsOtherMaterialValues) {
    const Scene left = smallScene();
    Scene right = left;
    right.materials[0].roughnessFactor = 0.5F;
    right.materials[0].alphaMode = AlphaMode::Blend;
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("materials material 'cloth': roughness factor: 1, 0.5",
                            "materials material 'cloth': alpha mode: opaque, blend"));
}

TEST(CompareAssets, FindsAnotherMinification) {
    const Scene left = texturedScene(0);
    Scene right = left;
    right.materials[0].baseColorTexture->sampler.minification = TextureMinification::NearestMipmapLinear;
    EXPECT_THAT(
        partDifferences(left, right, ComparedPart::Materials),
        ElementsAre("materials material 'cloth': base colour texture, shown smaller: pixels and mipmap "
                    "levels blended, nearest pixels of two mipmap levels blended"));
}

TEST(CompareAssets, FindsOtherLights) {
    Scene left = smallScene();
    Light lamp;
    lamp.name = "lamp";
    lamp.range = 3.0F;
    left.lights.push_back(lamp);
    Scene right = left;
    right.lights[0].intensity = 2;
    right.lights[0].range.reset();
    EXPECT_THAT(differencesOf(left, right),
                ElementsAre("lights light 'lamp': intensity: 1, 2", "lights light 'lamp': range: 3, none"));
}

TEST(CompareAssets, ComparesOnlyThePartsThatAreAskedFor) {
    const Scene left = smallScene();
    Scene right = left;
    right.materials[0].unlit = true;
    right.joints[0].visible = false;
    EXPECT_EQ(differencesOf(left, right).size(), 2U);
    EXPECT_THAT(partDifferences(left, right, ComparedPart::Materials),
                ElementsAre("materials material 'cloth': unlit: no, yes"));
    EXPECT_THAT(partDifferences(left, right, ComparedPart::Poses), IsEmpty());
}

TEST(CompareAssets, PutsTheMostSeriousFirst) {
    const Scene left = smallScene();
    Scene right = left;
    right.materials[0].extras.set("gloss", 1);
    right.materials[0].unlit = true;
    right.meshes[1].primitives[0].positions[0].z = 1;
    right.joints.push_back(joint("tail"));
    const std::vector<Difference> found = compareAssets(left, right, optionsFor(left)).differences;
    ASSERT_GE(found.size(), 4U);
    EXPECT_EQ(found.front().gravity, Gravity::Missing);
    EXPECT_EQ(found[1].gravity, Gravity::Shape);
    EXPECT_EQ(found.back().gravity, Gravity::Record);
}

}  // namespace
}  // namespace rigkiln::test
