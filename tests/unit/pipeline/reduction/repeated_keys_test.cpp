#include "pipeline/reduction/repeated_keys.hpp"

#include <gmock/gmock.h>

namespace rigkiln {
namespace {

using testing::ElementsAre;

Clip clipOf(Interpolation interpolation, const std::vector<float>& values) {
    Clip clip;
    JointTracks& tracks = clip.joints.emplace_back();
    tracks.translation.interpolation = interpolation;
    for (const float value : values) {
        tracks.translation.times.push_back(static_cast<float>(tracks.translation.times.size()));
        tracks.translation.values.emplace_back(value, 0.0F, 0.0F);
    }
    return clip;
}

std::vector<float> timesLeft(Interpolation interpolation, const std::vector<float>& values) {
    Clip clip = clipOf(interpolation, values);
    dropRepeatedKeys(clip);
    return clip.joints.front().translation.times;
}

TEST(DropRepeatedKeys, KeepsBothEndsOfALineThatHolds) {
    EXPECT_THAT(timesLeft(Interpolation::Linear, {1, 1, 1, 2, 2, 2, 3}), ElementsAre(0, 2, 3, 5, 6));
}

TEST(DropRepeatedKeys, KeepsTheFirstOfEqualStepsAndTheLastKey) {
    EXPECT_THAT(timesLeft(Interpolation::Step, {1, 1, 1, 2, 2, 2}), ElementsAre(0, 3, 5));
}

TEST(DropRepeatedKeys, LeavesOneKeyOfAConstant) {
    EXPECT_THAT(timesLeft(Interpolation::Linear, {1, 1, 1}), ElementsAre(0));
    EXPECT_THAT(timesLeft(Interpolation::Step, {1, 1}), ElementsAre(0));
}

TEST(DropRepeatedKeys, KeepsValuesWithTheirTimes) {
    Clip clip = clipOf(Interpolation::Linear, {1, 1, 1, 5});
    dropRepeatedKeys(clip);
    EXPECT_THAT(clip.joints.front().translation.values,
                ElementsAre(glm::vec3(1, 0, 0), glm::vec3(1, 0, 0), glm::vec3(5, 0, 0)));
}

TEST(DropRepeatedKeys, LeavesSplinesAlone) {
    Clip clip = clipOf(Interpolation::CubicSpline, {1, 1});
    clip.joints.front().translation.values.assign(6, glm::vec3(1.0F));
    const Clip source = clip;
    dropRepeatedKeys(clip);
    EXPECT_EQ(clip, source);
}

}  // namespace
}  // namespace rigkiln
