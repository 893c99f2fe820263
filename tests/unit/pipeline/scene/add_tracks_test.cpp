#include "pipeline/scene/add_tracks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/sample_track.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RandomTracks {
public:
    explicit RandomTracks(std::uint64_t seed) : generator_(seed) {}

    Track<glm::vec3> track(Interpolation interpolation) {
        Track<glm::vec3> made{.interpolation = interpolation, .times = {}, .values = {}};
        float time = number() * 0.5F;
        for (std::size_t key = generator_() % 6 + 1; key > 0; --key) {
            made.times.push_back(time);
            time += 0.05F + number() * 0.3F;
            const std::size_t values = interpolation == Interpolation::CubicSpline ? 3 : 1;
            for (std::size_t i = 0; i < values; ++i)
                made.values.emplace_back(number() - 0.5F, number() - 0.5F, number() - 0.5F);
        }
        return made;
    }

    float number() { return static_cast<float>(generator_() % 4096) / 4096.0F; }

private:
    std::mt19937_64 generator_;
};

constexpr std::array<Interpolation, 3> kKinds = {Interpolation::Step, Interpolation::Linear,
                                                 Interpolation::CubicSpline};

/// Times at and around all keys, and between.
std::vector<float> askedTimes(const Track<glm::vec3>& left, const Track<glm::vec3>& right) {
    std::vector<float> times;
    for (int i = 0; i <= 200; ++i)
        times.push_back(static_cast<float>(i) / 100.0F);
    for (const Track<glm::vec3>* track : {&left, &right}) {
        for (const float time : track->times) {
            times.push_back(time);
            times.push_back(std::nextafter(time, 0.0F));
            times.push_back(std::nextafter(time, 10.0F));
        }
    }
    return times;
}

TEST(AddTracks, GivesTheSumAtEveryTime) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        RandomTracks random(seed);
        for (const Interpolation one : kKinds) {
            for (const Interpolation other : kKinds) {
                SCOPED_TRACE(seed);
                const Track<glm::vec3> left = random.track(one);
                const Track<glm::vec3> right = random.track(other);
                const Track<glm::vec3> sum = addTracks(left, right);
                EXPECT_TRUE(std::ranges::is_sorted(sum.times, std::ranges::less_equal()));
                for (const float time : askedTimes(left, right)) {
                    const glm::dvec3 expected = sampleWide(left, time) + sampleWide(right, time);
                    EXPECT_LE(glm::distance(sampleWide(sum, time), expected), 1e-6) << time;
                }
            }
        }
    }
}

TEST(AddTracks, KeepsTimesAndKindOfTwoAlike) {
    const Track<glm::vec3> left{
        .interpolation = Interpolation::Step, .times = {0, 1}, .values = {{1, 0, 0}, {2, 0, 0}}};
    const Track<glm::vec3> right{
        .interpolation = Interpolation::Step, .times = {0, 1}, .values = {{0, 1, 0}, {0, 2, 0}}};
    const Track<glm::vec3> sum = addTracks(left, right);
    EXPECT_EQ(sum.interpolation, Interpolation::Step);
    EXPECT_THAT(sum.times, ElementsAre(0.0F, 1.0F));
    EXPECT_THAT(sum.values, ElementsAre(glm::vec3(1, 1, 0), glm::vec3(2, 2, 0)));
}

TEST(AddTracks, AddsToTheRestOfAJointWithoutTracks) {
    Scene scene = test::smallScene();
    Clip& clip = scene.clips[0];
    const Track<glm::vec3> path{
        .interpolation = Interpolation::Linear, .times = {0, 0.5F}, .values = {{0, 0, 0}, {3, 0, 0}}};
    addToTranslation(clip, scene, IndexOf<Joint>(0), path);
    EXPECT_THAT(validateScene(scene), IsEmpty());
    ASSERT_EQ(clip.joints[0].joint, IndexOf<Joint>(0));
    EXPECT_EQ(clip.joints[0].translation.values[1], scene.joints[0].rest.translation + glm::vec3(3, 0, 0));
}

}  // namespace
}  // namespace rigkiln
