#include <cstdint>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::GltfBuilder;
using test::Json;
using test::ReadBack;
using test::readFile;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Provides two joints, "root" and "tip", and one animation.
class Animations : public testing::Test {
protected:
    Animations() {
        builder.addRoot({{"name", "root"}, {"children", {1}}});
        builder.addNode({{"name", "tip"}, {"translation", {0, 1, 0}}});
        builder.json["animations"] = {
            {{"name", "walk"}, {"channels", Json::array()}, {"samplers", Json::array()}}};
    }

    Json& animation() { return builder.json["animations"][0]; }

    /// Adds a channel that animates "tip".
    void addChannel(const std::string& path, std::size_t times, std::size_t values,
                    const std::string& interpolation = "LINEAR") {
        animation()["samplers"].push_back(
            {{"input", times}, {"output", values}, {"interpolation", interpolation}});
        animation()["channels"].push_back(
            {{"sampler", animation()["samplers"].size() - 1}, {"target", {{"node", 1}, {"path", path}}}});
    }
    void addTranslation(const std::vector<float>& times) {
        const std::size_t input = builder.addFloats(times, "SCALAR");
        addChannel("translation", input, builder.addFloats(std::vector<float>(times.size() * 3, 1), "VEC3"));
    }
    Clip read() {
        back = readFile(builder);
        EXPECT_EQ(back.error, "");
        return back.scene.clips.empty() ? Clip{} : back.scene.clips.front();
    }
    /// Reason why the animation was left out.
    std::string problem() {
        back = readFile(builder);
        EXPECT_EQ(back.error, "");
        EXPECT_THAT(back.scene.clips, IsEmpty());
        return back.diagnostics.issues().empty() ? "none" : back.diagnostics.issues().back().details;
    }

    GltfBuilder builder;
    ReadBack back;
};

TEST_F(Animations, HaveTracksOfTheJointsTheyMove) {
    addChannel("translation", builder.addFloats({0, 0.5F}, "SCALAR"),
               builder.addFloats({0, 0, 0, 1, 2, 3}, "VEC3"));
    const Clip clip = read();
    EXPECT_EQ(clip.name, "walk");
    EXPECT_EQ(clip.duration, 0.5F);
    EXPECT_EQ(clip.binding, ClipBinding::ByName);
    ASSERT_EQ(clip.joints.size(), 1U);
    EXPECT_EQ(clip.joints[0].joint, IndexOf<Joint>(1));
    EXPECT_THAT(clip.joints[0].translation.times, ElementsAre(0, 0.5F));
    EXPECT_EQ(clip.joints[0].translation.values[1], glm::vec3(1, 2, 3));
    EXPECT_EQ(clip.joints[0].translation.interpolation, Interpolation::Linear);
}

TEST_F(Animations, KeepStepsAndSplines) {
    addChannel("scale", builder.addFloats({0, 1}, "SCALAR"), builder.addFloats({1, 1, 1, 2, 2, 2}, "VEC3"),
               "STEP");
    addChannel("translation", builder.addFloats({0, 1}, "SCALAR"),
               builder.addFloats(std::vector<float>(18, 1), "VEC3"), "CUBICSPLINE");
    const Clip clip = read();
    EXPECT_EQ(clip.joints.at(0).scale.interpolation, Interpolation::Step);
    EXPECT_EQ(clip.joints[0].translation.interpolation, Interpolation::CubicSpline);
    EXPECT_EQ(clip.joints[0].translation.values.size(), 6U);
}

TEST_F(Animations, RotationsMayBeNormalisedIntegers) {
    const std::size_t values = builder.addAccessor<std::int16_t>({0, 0, 32767, 0}, "VEC4", 5122);
    builder.json["accessors"][values]["normalized"] = true;
    addChannel("rotation", builder.addFloats({0}, "SCALAR"), values);
    EXPECT_EQ(read().joints.at(0).rotation.values.at(0), glm::quat(0, 0, 0, 1));
}

TEST_F(Animations, RotationsAreMadeUnit) {
    addChannel("rotation", builder.addFloats({0}, "SCALAR"), builder.addFloats({0, 0, 2, 0}, "VEC4"));
    EXPECT_EQ(read().joints.at(0).rotation.values.at(0), glm::quat(0, 0, 0, 1));
    EXPECT_TRUE(back.diagnostics.has(kRotationRepaired));
}

TEST_F(Animations, WithTimesThatDoNotAscendAreLeftOut) {
    addTranslation({0, 1, 1});
    EXPECT_EQ(problem(), "accessors[0], element 2 is 1, expected a time above the 1 before it");
    EXPECT_THAT(back.placesOf(kClipLeftOut), ElementsAre("animations[0] 'walk'"));
}

TEST_F(Animations, WithTimesBeforeZeroAreLeftOut) {
    addTranslation({-1, 1});
    EXPECT_THAT(problem(), HasSubstr("element 0 is -1: times are 0 or more"));
}

TEST_F(Animations, WithTimesThatAreNoNumbersAreLeftOut) {
    addTranslation({0, std::numeric_limits<float>::infinity()});
    EXPECT_THAT(problem(), HasSubstr("element 1 is inf, expected a finite number"));
}

TEST_F(Animations, WithAnotherNumberOfValuesAreLeftOut) {
    const std::size_t times = builder.addFloats({0, 1}, "SCALAR");
    addChannel("translation", times, builder.addFloats({0, 0, 0}, "VEC3"));
    EXPECT_EQ(problem(),
              "animations[0].samplers[0].output is accessor 1, which has 1 elements for 2 times, expected 2");
}

TEST_F(Animations, WithIndicesOutOfRangeAreLeftOut) {
    addTranslation({0});
    animation()["channels"][0]["sampler"] = 3;
    EXPECT_EQ(problem(), "animations[0].channels[0].sampler is 3, the file has 1");
    animation()["channels"][0]["sampler"] = 0;
    animation()["channels"][0]["target"]["node"] = 9;
    EXPECT_EQ(problem(), "animations[0].channels[0].target.node is 9, the file has 2");
}

TEST_F(Animations, OfAnotherInterpolationAreLeftOut) {
    addChannel("translation", builder.addFloats({0}, "SCALAR"), builder.addFloats({0, 0, 0}, "VEC3"),
               "SMOOTH");
    EXPECT_THAT(problem(), HasSubstr("is 'SMOOTH', expected LINEAR, STEP or CUBICSPLINE"));
}

TEST_F(Animations, OfMorphTargetsAreReported) {
    addChannel("weights", builder.addFloats({0}, "SCALAR"), builder.addFloats({0}, "SCALAR"));
    EXPECT_THAT(read().joints, IsEmpty());
    EXPECT_THAT(back.placesOf(kChannelIgnored), ElementsAre("animations[0].channels[0]"));
}

TEST_F(Animations, OfPointersAreReported) {
    addTranslation({0});
    animation()["channels"].push_back({{"sampler", 0}, {"target", {{"path", "pointer"}}}});
    EXPECT_EQ(read().joints.size(), 1U);
    EXPECT_THAT(back.placesOf(kChannelIgnored), ElementsAre("animations[0].channels[1]"));
}

TEST_F(Animations, ASecondChannelForTheSameIsReported) {
    addTranslation({0});
    addTranslation({0, 1});
    EXPECT_EQ(read().joints.at(0).translation.times.size(), 1U);
    EXPECT_THAT(back.placesOf(kChannelIgnored), ElementsAre("animations[0].channels[1]"));
}

TEST_F(Animations, OwnRecordsGiveTheClipBack) {
    addTranslation({0, 1});
    animation()["name"] = "walk_2";
    animation()["extras"] = {
        {"rigkiln_name", "walk"},
        {"rigkiln",
         {{"duration", 2.5},
          {"frame_rate", 30},
          {"frame_count", 76},
          {"binding", "index"},
          {"visibility", {{"tip", {{0, 1}, {2, 0}}}}},
          {"joints", {{"root", {{"flags", 3}}}}},
          {"events", {{{"frame", 15}, {"time", 0.5}, {"name", "step"}, {"foot", "left"}}}},
          {"loop", true}}}};
    const Clip clip = read();
    EXPECT_EQ(clip.name, "walk");
    EXPECT_EQ(clip.duration, 2.5F);
    EXPECT_EQ(clip.sourceFrameRate, 30.0F);
    EXPECT_EQ(clip.sourceFrameCount, 76U);
    EXPECT_EQ(clip.binding, ClipBinding::ByIndex);
    ASSERT_EQ(clip.joints.size(), 2U);
    EXPECT_EQ(toJson(clip.joints[0].extras), R"({"flags":3})");
    EXPECT_THAT(clip.joints[1].visibility.times, ElementsAre(0, 2));
    EXPECT_THAT(clip.joints[1].visibility.values, ElementsAre(1, 0));
    ASSERT_EQ(clip.events.size(), 1U);
    EXPECT_EQ(clip.events[0].name, "step");
    EXPECT_EQ(toJson(clip.events[0].extras), R"({"foot":"left"})");
    EXPECT_EQ(toJson(clip.extras), R"({"loop":true})");
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST_F(Animations, OwnRecordsAreFoundOnTheRootToo) {
    addTranslation({0, 1});
    builder.json["nodes"][0]["extras"] = {{"rigkiln_clips", R"({"walk":{"duration":2,"frame_rate":15}})"}};
    EXPECT_EQ(read().sourceFrameRate, 15.0F);
    EXPECT_THAT(back.scene.joints[0].extras.entries(), IsEmpty());
}

TEST_F(Animations, OwnRecordsThatAreDamagedAreReported) {
    addTranslation({0, 1});
    animation()["channels"][0]["target"]["node"] = 0;
    animation()["extras"] = {{"rigkiln",
                              {{"duration", -1},
                               {"visibility", {{"tip", {{1, 1}, {0, 0}}}, {"nobody", {{0, 1}}}}},
                               {"joints", {{"tip", 3}}},
                               {"events", {{{"time", -1}}}}}}};
    const Clip clip = read();
    EXPECT_EQ(clip.duration, 1);
    EXPECT_EQ(back.placesOf(kRecordUnreadable).size(), 4U);
}

TEST_F(Animations, OwnRecordsOfOffsetsThatAreDamagedAreReported) {
    addTranslation({0, 1});
    builder.json["materials"] = {{{"name", "belt"}}, {{"name", "wheel"}}};
    const Json sound = {{"interpolation", "STEP"}, {"times", {0, 0.5}}, {"values", {{0, 0}, {0.25, 0.5}}}};
    Json damaged = sound;
    damaged["values"].erase(1);
    animation()["extras"] = {
        {"rigkiln", {{"texture_offsets", {{"belt", sound}, {"wheel", damaged}, {"nobody", sound}}}}}};
    (void)read();
    EXPECT_THAT(back.placesOf(kRecordUnreadable),
                ElementsAre(HasSubstr("texture_offsets.wheel"), HasSubstr("texture_offsets.nobody")));
}

TEST_F(Animations, ByUsOfWhatStaysAtRestHaveNoTrack) {
    addChannel("translation", builder.addFloats({0, 1}, "SCALAR"),
               builder.addFloats({0, 1, 0, 0, 1, 0}, "VEC3"));
    EXPECT_EQ(read().joints.size(), 1U);
    animation()["extras"] = {{"rigkiln", {{"duration", 1}}}};
    EXPECT_THAT(read().joints, IsEmpty());
}

}  // namespace
}  // namespace rigkiln::gltf
