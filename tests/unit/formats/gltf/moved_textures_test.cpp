#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/recorded_tracks.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::GltfBuilder;
using test::Json;
using test::readFile;
using testing::ElementsAre;
using testing::IsEmpty;

/// Provides a triangle with a textured material, and an animation that moves the texture.
class MovedTextures : public testing::Test {
protected:
    MovedTextures() {
        const std::size_t mesh = builder.addTriangle();
        builder.addRoot({{"name", "belt"}, {"mesh", mesh}});
        builder.json["images"][0]["uri"] = "belt.png";
        builder.json["textures"][0]["source"] = 0;
        builder.json["materials"][0]["name"] = "belt";
        texture()["index"] = 0;
        const std::size_t corners = builder.addFloats({0, 0, 1, 0, 0, 1}, "VEC2");
        Json& primitive = builder.json["meshes"][mesh]["primitives"][0];
        primitive["material"] = 0;
        primitive["attributes"]["TEXCOORD_0"] = corners;
        const std::size_t times = builder.addFloats({0, 0.5F}, "SCALAR");
        const std::size_t values = builder.addFloats({0, 0, 0.25F, 0.5F}, "VEC2");
        Json& animation = builder.json["animations"][0];
        animation["name"] = "slide";
        animation["channels"][0]["sampler"] = 0;
        animation["channels"][0]["target"]["path"] = "pointer";
        animation["samplers"][0] = {{"input", times}, {"output", values}, {"interpolation", "STEP"}};
        pointAt("/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset");
    }

    Json& texture() { return builder.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]; }
    void pointAt(const std::string& pointer) {
        builder.json["animations"][0]["channels"][0]["target"]["extensions"]["KHR_animation_pointer"]
                    ["pointer"] = pointer;
    }

    GltfBuilder builder;
};

TEST_F(MovedTextures, AreTracksOfTheirMaterial) {
    const test::ReadBack back = readFile(builder);
    ASSERT_EQ(back.error, "");
    ASSERT_EQ(back.scene.clips.size(), 1U);
    const Clip& clip = back.scene.clips[0];
    ASSERT_EQ(clip.materials.size(), 1U);
    EXPECT_THAT(clip.materials[0].baseColorOffset.times, ElementsAre(0, 0.5F));
    EXPECT_THAT(clip.materials[0].baseColorOffset.values,
                ElementsAre(glm::vec2(0, 0), glm::vec2(0.25F, 0.5F)));
    EXPECT_EQ(clip.materials[0].baseColorOffset.interpolation, Interpolation::Step);
    EXPECT_EQ(clip.duration, 0.5F);
}

TEST_F(MovedTextures, AreLeftOutWhereThereIsNoTextureOrAnotherPointer) {
    for (const char* pointer :
         {"/materials/1/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
          "/materials/-1/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
          "/materials//pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
          "/materials/0/pbrMetallicRoughness/baseColorFactor", "/materials/", ""}) {
        pointAt(pointer);
        const test::ReadBack back = readFile(builder);
        EXPECT_EQ(back.error, "");
        EXPECT_FALSE(back.placesOf(kChannelIgnored).empty()) << pointer;
        for (const Clip& clip : back.scene.clips)
            EXPECT_THAT(clip.materials, IsEmpty());
    }
}

TEST_F(MovedTextures, MayBeginMoved) {
    texture()["extensions"]["KHR_texture_transform"]["offset"] = {0.5, 0.25};
    const test::ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.materials.at(0).baseColorTexture->offset, glm::vec2(0.5F, 0.25F));
    EXPECT_TRUE(back.placesOf(kExtensionIgnored).empty());
    EXPECT_TRUE(back.placesOf(kMaterialDetail).empty());
}

TEST_F(MovedTextures, AreToldWhatOfTheirTransformIsLost) {
    texture()["extensions"]["KHR_texture_transform"] = {{"offset", {0, "x"}}, {"scale", {2, 2}}};
    const test::ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.materials.at(0).baseColorTexture->offset, glm::vec2(0));
    EXPECT_EQ(back.placesOf(kMaterialDetail).size(), 1U);
    EXPECT_EQ(back.placesOf(kMalformed).size(), 1U);
}

ValueList pair(Value first, Value second) {
    return {std::move(first), std::move(second)};
}

TEST(RecordedTracks, AreReadAsTheyAreWritten) {
    const auto shown = visibilityFrom(ValueList{pair(0, 1), pair(0.5, 0)}, 1);
    ASSERT_TRUE(shown);
    EXPECT_THAT(shown->times, ElementsAre(0, 0.5F));
    EXPECT_THAT(shown->values, ElementsAre(1, 0));
    Properties record;
    record.set("interpolation", "LINEAR");
    record.set("times", ValueList{0, 1});
    record.set("values", ValueList{pair(0, 0), pair(0.5, -1)});
    const auto offsets = offsetsFrom(record, 1);
    ASSERT_TRUE(offsets);
    EXPECT_EQ(offsets->interpolation, Interpolation::Linear);
    EXPECT_THAT(offsets->values, ElementsAre(glm::vec2(0), glm::vec2(0.5F, -1)));
}

TEST(RecordedTracks, AreRefusedWhereTheyBreakALaw) {
    EXPECT_FALSE(visibilityFrom(ValueList{}, 1));
    EXPECT_FALSE(visibilityFrom(ValueList{pair(0.5, 1), pair(0.5, 0)}, 1));
    EXPECT_FALSE(visibilityFrom(ValueList{pair(0, 1), pair(2, 0)}, 1));
    EXPECT_FALSE(visibilityFrom(ValueList{pair(0, 2)}, 1));
    Properties record;
    record.set("interpolation", "STEP");
    record.set("times", ValueList{0, 1});
    record.set("values", ValueList{pair(0, 0)});
    EXPECT_FALSE(offsetsFrom(record, 1));
    record.set("values", ValueList{pair(0, 0), pair("a", 0)});
    EXPECT_FALSE(offsetsFrom(record, 1));
    record.set("interpolation", "SMOOTH");
    EXPECT_FALSE(offsetsFrom(record, 1));
}

TEST(RecordedTracks, AreTheSameWhereTheyShowTheSame) {
    const Track<glm::vec3> scale{.interpolation = Interpolation::Step,
                                 .times = {0, 0.25F, 0.5F, 1},
                                 .values = {glm::vec3(1), glm::vec3(1), glm::vec3(0), glm::vec3(0)}};
    const Track<std::uint8_t> shown = visibilityOfScale(scale);
    EXPECT_THAT(shown.times, ElementsAre(0, 0.5F));
    EXPECT_THAT(shown.values, ElementsAre(1, 0));
    const Track<std::uint8_t> longer{
        .interpolation = Interpolation::Step, .times = {0, 0.5F, 1}, .values = {1, 0, 0}};
    EXPECT_TRUE(showsTheSame(shown, longer, 1));
    const Track<std::uint8_t> other{
        .interpolation = Interpolation::Step, .times = {0, 0.75F}, .values = {1, 0}};
    EXPECT_FALSE(showsTheSame(shown, other, 1));
    EXPECT_FALSE(showsTheSame(shown, {}, 1));
    EXPECT_TRUE(showsTheSame(visibilityOfScale({.times = {0}, .values = {glm::vec3(0)}}), {}, 0));
}

/// Scale that shows a node from `from` to `to`, sampled every tenth of a second.
Track<glm::vec3> sampled(float from, float to) {
    Track<glm::vec3> track{.interpolation = Interpolation::Step, .times = {}, .values = {}};
    for (int key = 0; key <= 6; ++key) {
        const float time = static_cast<float>(key) * 0.1F;
        track.times.push_back(time);
        track.values.emplace_back(time >= from && time < to ? 1.0F : 0.0F);
    }
    return track;
}

TEST(RecordedTracks, StandWhereAProgramHasSampledThem) {
    const Track<std::uint8_t> recorded{
        .interpolation = Interpolation::Step, .times = {0, 0.16F, 0.24F, 0.65F}, .values = {0, 1, 0, 0}};
    EXPECT_TRUE(isSampleOf(sampled(0.16F, 0.24F), recorded, 0));
    // Shown for so short a time that no sample hits it.
    const Track<std::uint8_t> brief{
        .interpolation = Interpolation::Step, .times = {0, 0.41F, 0.48F}, .values = {0, 1, 0}};
    EXPECT_TRUE(isSampleOf(sampled(1, 1), brief, 0));
    EXPECT_TRUE(isSampleOf(sampled(1, 1), {}, 0));
}

TEST(RecordedTracks, FallWhereASampleSaysSomethingElse) {
    const Track<std::uint8_t> recorded{
        .interpolation = Interpolation::Step, .times = {0, 0.16F, 0.24F}, .values = {0, 1, 0}};
    EXPECT_FALSE(isSampleOf(sampled(0.26F, 0.34F), recorded, 0));
    EXPECT_FALSE(isSampleOf(sampled(0.16F, 0.34F), recorded, 0));
    // Keys only at changes are not samples, so their times must match exactly.
    Track<glm::vec3> moved{.interpolation = Interpolation::Step,
                           .times = {0, 0.2F, 0.23F},
                           .values = {glm::vec3(0), glm::vec3(1), glm::vec3(0)}};
    EXPECT_FALSE(isSampleOf(moved, recorded, 0));
}

}  // namespace
}  // namespace rigkiln::gltf
