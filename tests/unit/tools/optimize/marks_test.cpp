#include <string>

#include <gtest/gtest.h>

#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/reading/reduction_mark.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/tools/optimize/animated_gltf.hpp"

/// Tests the mark that records how a clip was reduced, and how later passes use it.
namespace rigkiln::optimize::test {
namespace {

Json markIn(const Optimized& result) {
    return result.json()["animations"][0]["extras"]["rigkiln_reduction"];
}

TEST(ReductionMarks, MakeASecondPassChangeNothing) {
    const std::vector<std::byte> once = optimized(swing().glb()).main;
    const Optimized twice = optimized(once);
    EXPECT_EQ(twice.main, once);
    EXPECT_EQ(twice.reductions.front().keysBefore, twice.reductions.front().keysAfter);
}

TEST(ReductionMarks, SayTheBoundAndTheMeasuredError) {
    const Optimized result = optimized(swing().glb());
    const Json mark = markIn(result);
    EXPECT_EQ(mark["max_error"], kBound);
    EXPECT_EQ(mark["shell"], 0.03);
    EXPECT_GT(mark["error"], 0);
    EXPECT_LE(mark["error"], kBound);
}

TEST(ReductionMarks, MakeASmallerBoundChangeNothing) {
    const std::vector<std::byte> once = optimized(swing().glb()).main;
    EXPECT_EQ(optimized(once, {.maxError = kBound / 2}).main, once);
}

/// Errors of passes add up; their sum stays within the last bound.
TEST(ReductionMarks, LeaveALargerBoundWhatIsNotSpent) {
    constexpr double kLarger = 4 * kBound;
    const std::vector<std::byte> file = swing().glb();
    const Optimized once = optimized(file);
    const Optimized twice = optimized(once.main, {.maxError = kLarger});
    EXPECT_LT(twice.main.size(), once.main.size());
    const Scene source = sceneOf(file);
    const double moved = largestDisplacement(source, source.clips.front(), sceneOf(twice.main).clips.front(),
                                             probePoints(source, {}), 500);
    EXPECT_LE(moved, kLarger);
    EXPECT_GE(markIn(twice)["error"], markIn(once)["error"]);
    EXPECT_GE(markIn(twice)["error"].get<double>(), moved);
    EXPECT_EQ(markIn(twice)["max_error"], kLarger);
    EXPECT_EQ(optimized(twice.main, {.maxError = kLarger}).main, twice.main);
}

TEST(ReductionMarks, CountNoMoreWhenSomebodyHasEditedTheKeys) {
    const Optimized once = optimized(swing().glb());
    Scene scene = sceneOf(once.main);
    Clip& clip = scene.clips.front();
    EXPECT_TRUE(markOf(scene, clip));
    clip.joints.front().rotation.times.back() += 0.5F;
    EXPECT_FALSE(markOf(scene, clip));
}

TEST(ReductionMarks, OfAnotherMeasureAreTold) {
    const Optimized once = optimized(swing().glb());
    const Optimized twice = optimized(once.main, {.shellOnly = true});
    ASSERT_EQ(twice.diagnostics.issues().size(), 1U);
    EXPECT_EQ(twice.diagnostics.issues().front().kind, &kReducedOtherwise);
}

TEST(ReductionMarks, HoldHoweverConstantsAreWritten) {
    Scene scene = sceneOf(swing().glb());
    Clip& clip = scene.clips.front();
    setMark(scene, {.settings = {.maxError = kBound}, .error = 0}, clip);
    for (JointTracks& tracks : clip.joints) {
        // Our exporter leaves out tracks at rest, and signs of rotations do not matter.
        if (tracks.joint.value == 1) tracks.translation = {};
        for (glm::quat& key : tracks.rotation.values)
            key = -key;
    }
    const bool isRootFirst = scene.joints.front().name == "root";
    ASSERT_TRUE(isRootFirst);
    EXPECT_TRUE(markOf(scene, clip));
}

}  // namespace
}  // namespace rigkiln::optimize::test
