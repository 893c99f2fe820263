#include "pipeline/wayback/lost_motion.hpp"

#include <array>

#include <glm/ext/matrix_transform.hpp>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/wayback/worlds_in_file.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

/// A root and an arm one metre beside it that the clip moves by `distance` in its second frame.
class LostMotion : public testing::Test {
protected:
    LostMotion() { scene.joints = {test::joint("root"), test::joint("arm", 0, {1, 0, 0})}; }

    std::optional<std::string> find(float distance) {
        Clip clip;
        clip.duration = 1.0F;
        JointTracks& tracks = clip.joints.emplace_back();
        tracks.joint = IndexOf<Joint>(1);
        tracks.translation = {.times = {0, 1}, .values = {{1, 0, 0}, {1 + distance, 0, 0}}};
        const FileSpace space(UpAxis::YUp, 1.0);
        const std::vector<bool> isAboveRoots(2, false);
        const std::vector<glm::dmat4> world = worldsInFile(scene, isAboveRoots, restPose(scene), space);
        const std::array<std::optional<IndexOf<Joint>>, 2> joints = {IndexOf<Joint>(0), IndexOf<Joint>(1)};
        const std::array<std::optional<std::size_t>, 2> bones = {0, 1};
        const std::array<std::size_t, 2> order = {0, 1};
        return findLostMotion(scene, clip,
                              {.isAboveRoots = isAboveRoots,
                               .joints = joints,
                               .bones = bones,
                               .parentsFirst = order,
                               .bind = world,
                               .world = world},
                              space,
                              {.frames = 2,
                               .framesPerSecond = 1.0,
                               .pose = [&](std::size_t /*frame*/) { return world; },
                               .tolerance = 1e-3});
    }

    Scene scene;
};

TEST_F(LostMotion, IsNothingWithinTheTolerance) {
    EXPECT_EQ(find(0), std::nullopt);
    EXPECT_EQ(find(0.5e-3F), std::nullopt);
}

TEST_F(LostMotion, NamesTheBoneAndTheFrame) {
    EXPECT_EQ(find(0.25F), "bone 'arm' would be 0.25 off in frame 1, the limit is 0.001");
}

}  // namespace
}  // namespace rigkiln
