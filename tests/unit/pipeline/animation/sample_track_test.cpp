#include "pipeline/animation/sample_track.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

void expectNear(const glm::vec3& left, const glm::vec3& right) {
    EXPECT_NEAR(left.x, right.x, 1e-6);
    EXPECT_NEAR(left.y, right.y, 1e-6);
    EXPECT_NEAR(left.z, right.z, 1e-6);
}

void expectSameTurn(const glm::quat& left, const glm::quat& right) {
    EXPECT_NEAR(std::abs(glm::dot(left, right)), 1, 1e-6);
}

TEST(SampleTrack, HoldsTheFirstAndLastKeyOutsideTheKeys) {
    const Track<glm::vec3> track{.times = {1, 2}, .values = {{1, 0, 0}, {2, 0, 0}}};
    expectNear(sampleTrack(track, 0), {1, 0, 0});
    expectNear(sampleTrack(track, 3), {2, 0, 0});
}

TEST(SampleTrack, DrawsAStraightLineBetweenLinearKeys) {
    const Track<glm::vec3> track{.times = {0, 2}, .values = {{0, 0, 0}, {4, 8, 0}}};
    expectNear(sampleTrack(track, 0.5F), {1, 2, 0});
}

TEST(SampleTrack, HoldsTheEarlierKeyOfStepTracksUntilTheNext) {
    const Track<std::uint8_t> track{.interpolation = Interpolation::Step, .times = {0, 1}, .values = {1, 0}};
    EXPECT_EQ(sampleTrack(track, 0.999F), 1);
    EXPECT_EQ(sampleTrack(track, 1.0F), 0);
}

TEST(SampleTrack, TurnsEvenlyAndTheShortWayWhateverTheSigns) {
    const Track<glm::quat> track{.times = {0, 1},
                                 .values = {test::turn(0, {0, 0, 1}), -test::turn(90, {0, 0, 1})}};
    expectSameTurn(sampleTrack(track, 1.0F / 3.0F), test::turn(30, {0, 0, 1}));
}

TEST(SampleTrack, NormalisesQuantisedKeys) {
    const Track<glm::quat> track{.times = {0}, .values = {glm::quat(1.001F, 0, 0, 0)}};
    EXPECT_EQ(sampleTrack(track, 0).w, 1.0F);
}

TEST(SampleTrack, PassesThroughCubicKeysWithTheirTangentsPerSecond) {
    // x(t) = t^2 on [0, 2]: values 0 and 4, slopes 0 and 4 per second.
    const Track<glm::vec3> track{
        .interpolation = Interpolation::CubicSpline,
        .times = {0, 2},
        .values = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {4, 0, 0}, {4, 0, 0}, {0, 0, 0}}};
    expectNear(sampleTrack(track, 0.5F), {0.25F, 0, 0});
    expectNear(sampleTrack(track, 1.5F), {2.25F, 0, 0});
    expectNear(sampleTrack(track, 2.0F), {4, 0, 0});
}

TEST(SampleTrack, SamplesPairsAsItDoesTriples) {
    const Track<glm::vec2> track{.times = {0, 1}, .values = {{0, 2}, {1, 4}}};
    EXPECT_EQ(sampleTrack(track, 0.5F), glm::vec2(0.5F, 3));
    const Track<glm::vec2> steps{
        .interpolation = Interpolation::Step, .times = {0, 1}, .values = {{0, 2}, {1, 4}}};
    EXPECT_EQ(sampleTrack(steps, 0.5F), glm::vec2(0, 2));
}

}  // namespace
}  // namespace rigkiln
