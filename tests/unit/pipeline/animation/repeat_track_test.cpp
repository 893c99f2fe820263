#include "pipeline/animation/repeat_track.hpp"

#include <cmath>
#include <cstddef>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

constexpr float kAnInstant = 1e-6F;

TEST(RepeatTrack, PlaysAMotionThatClosesWithoutSecondKeys) {
    const Track<glm::vec3> once{.times = {0, 1, 2}, .values = {{0, 0, 0}, {4, 0, 0}, {0, 0, 0}}};
    const Track<glm::vec3> track = repeatTrack(once, {.period = 2, .length = 6, .frameRate = 1});
    EXPECT_THAT(track.times, ElementsAre(0, 1, 2, 3, 4, 5, 6));
    for (const float time : {0.25F, 1.5F, 2.0F, 2.25F, 5.5F})
        EXPECT_EQ(sampleTrack(track, time), sampleTrack(once, std::fmod(time, 2.0F))) << time;
}

TEST(RepeatTrack, JumpsWhereTheEndDiffersFromTheBeginning) {
    const Track<glm::vec3> once{.times = {0, 2}, .values = {{0, 0, 0}, {4, 0, 0}}};
    const Track<glm::vec3> track = repeatTrack(once, {.period = 2, .length = 4, .frameRate = 1});
    EXPECT_THAT(track.times, ElementsAre(0, std::nextafter(2.0F, 0.0F), 2, 4));
    EXPECT_NEAR(sampleTrack(track, 2 - kAnInstant).x, 4, 1e-5);
    EXPECT_EQ(sampleTrack(track, 2).x, 0);
    EXPECT_EQ(sampleTrack(track, 4).x, 4) << "the last turn has its end";
}

TEST(RepeatTrack, HoldsWhatTheFirstAndLastKeyHold) {
    const Track<glm::vec3> once{.times = {1, 2}, .values = {{1, 0, 0}, {3, 0, 0}}};
    const Track<glm::vec3> track = repeatTrack(once, {.period = 4, .length = 8, .frameRate = 1});
    EXPECT_EQ(sampleTrack(track, 3.75F).x, 3);
    EXPECT_EQ(sampleTrack(track, 4).x, 1);
    EXPECT_EQ(sampleTrack(track, 4.75F).x, 1);
    EXPECT_EQ(sampleTrack(track, 5.5F).x, 2);
    EXPECT_EQ(sampleTrack(track, 8).x, 3);
}

TEST(RepeatTrack, EndsInTheMiddleOfATurn) {
    const Track<glm::vec3> once{.times = {0, 2, 4}, .values = {{0, 0, 0}, {2, 0, 0}, {0, 0, 0}}};
    const Track<glm::vec3> track = repeatTrack(once, {.period = 4, .length = 7, .frameRate = 1});
    EXPECT_THAT(track.times, ElementsAre(0, 2, 4, 6, 7));
    EXPECT_EQ(track.values.back().x, 1);
}

TEST(RepeatTrack, KeepsTheShapeOfASplineThatIsCut) {
    const Track<glm::vec3> once{.interpolation = Interpolation::CubicSpline,
                                .times = {0.5F, 3, 4},
                                .values = {{9, 9, 9},
                                           {1, 0, 0},
                                           {2, -1, 0},
                                           {-3, 0, 1},
                                           {4, 5, 6},
                                           {0, 1, 0},
                                           {1, 1, 1},
                                           {1, 0, 0},
                                           {7, 7, 7}}};
    const Repetition repetition{.period = 4, .length = 6, .frameRate = 1};
    const Track<glm::vec3> track = repeatTrack(once, repetition);
    EXPECT_EQ(track.times.back(), 6);
    EXPECT_EQ(track.values.size(), track.times.size() * 3);
    for (float time = 0; time <= 6; time += 0.125F) {
        const glm::vec3 expected = sampleTrack(once, std::fmod(time, 4.0F));
        EXPECT_NEAR(glm::distance(sampleTrack(track, time), expected), 0, 1e-5) << time;
    }
}

TEST(RepeatTrack, RepeatsTurnsAndSteps) {
    const glm::quat half(std::sqrt(0.5F), std::sqrt(0.5F), 0, 0);
    const Track<glm::quat> turn{.times = {0, 1}, .values = {{1, 0, 0, 0}, half}};
    const Track<glm::quat> turns = repeatTrack(turn, {.period = 10, .length = 15, .frameRate = 10});
    EXPECT_NEAR(std::abs(glm::dot(sampleTrack(turns, 1.5F), sampleTrack(turn, 0.5F))), 1, 1e-6);

    const Track<std::uint8_t> blink{
        .interpolation = Interpolation::Step, .times = {0, 0.5F, 1}, .values = {1, 0, 0}};
    const Track<std::uint8_t> blinks = repeatTrack(blink, {.period = 10, .length = 25, .frameRate = 10});
    EXPECT_THAT(blinks.times, ElementsAre(0, 0.5F, 1, 1.5F, 2, 2.5F));
    EXPECT_THAT(blinks.values, ElementsAre(1, 0, 1, 0, 1, 0));
}

TEST(RepeatTrack, LeavesConstantsAndLongTracksAlone) {
    const Track<glm::vec3> constant{.times = {0}, .values = {{1, 2, 3}}};
    EXPECT_EQ(repeatTrack(constant, {.period = 1, .length = 9, .frameRate = 1}), constant);
    EXPECT_EQ(repeatTrack(Track<glm::vec3>(), {.period = 1, .length = 9, .frameRate = 1}),
              Track<glm::vec3>());
    const Track<glm::vec3> whole{.times = {0, 2}, .values = {{0, 0, 0}, {1, 0, 0}}};
    EXPECT_EQ(repeatTrack(whole, {.period = 2, .length = 2, .frameRate = 1}), whole);
}

// Times of many turns are as exact as if each key had been computed from its frame.
TEST(RepeatTrack, KeepsKeysOnTheirFrames) {
    Track<glm::vec3> once{.times = {}, .values = {}};
    for (int frame = 0; frame <= 7; ++frame) {
        once.times.push_back(static_cast<float>(frame / 30.0));
        once.values.emplace_back(static_cast<float>(frame % 7), 0.0F, 0.0F);
    }
    const Track<glm::vec3> track = repeatTrack(once, {.period = 7, .length = 700, .frameRate = 30});
    ASSERT_EQ(track.times.size(), 701U);
    for (std::size_t frame = 0; frame < track.times.size(); ++frame) {
        const auto exact = static_cast<float>(static_cast<double>(frame) / 30);
        EXPECT_NEAR(track.times[frame], exact, static_cast<double>(exact) * 1e-7) << frame;
        EXPECT_EQ(track.values[frame].x, static_cast<float>(frame % 7)) << frame;
    }
}

}  // namespace
}  // namespace rigkiln
