#include "pipeline/process/align_rotation_signs.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(AlignRotationSigns, PutsNeighboursIntoOneHemisphereAndKeepsEveryBit) {
    Scene scene = test::smallScene();
    Track<glm::quat>& track = scene.clips[0].joints[0].rotation;
    const glm::quat key = test::turn(30, {0, 0, 1});
    track = {.times = {0.0F, 0.5F, 1.0F}, .values = {key, -key, key}};
    alignRotationSigns(scene);
    EXPECT_EQ(track.values[0], key);
    EXPECT_EQ(track.values[1], key);
    EXPECT_EQ(track.values[2], key);
}

TEST(AlignRotationSigns, LeavesNoNeighboursApartInRandomClips) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Scene scene = test::randomScene(seed);
        alignRotationSigns(scene);
        for (const Clip& clip : scene.clips) {
            for (const JointTracks& tracks : clip.joints) {
                for (std::size_t key = 1; key < tracks.rotation.values.size(); ++key) {
                    ASSERT_GE(glm::dot(tracks.rotation.values[key - 1], tracks.rotation.values[key]), 0)
                        << "seed " << seed;
                }
            }
        }
    }
}

TEST(AlignRotationSigns, LeavesSplinesWhoseMotionIsThatOfTheirNumbers) {
    Scene scene = test::smallScene();
    Track<glm::quat>& track = scene.clips[0].joints[0].rotation;
    const glm::quat tangent(0.5F, 0.25F, 0, 0);
    const glm::quat key(1, 0, 0, 0);
    track = {.interpolation = Interpolation::CubicSpline,
             .times = {0.0F, 1.0F},
             .values = {tangent, key, tangent, tangent, -key, tangent}};
    const std::vector<glm::quat> before = track.values;
    alignRotationSigns(scene);
    EXPECT_EQ(track.values, before);
}

}  // namespace
}  // namespace rigkiln
