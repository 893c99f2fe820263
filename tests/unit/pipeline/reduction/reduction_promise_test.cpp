#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>

#include "pipeline/reduction/reduce_clip.hpp"
#include "pipeline/reduction/sample_curves.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"

namespace rigkiln {
namespace {

using testing::IsEmpty;

constexpr std::uint32_t kPromisedRigs = 500;
constexpr std::uint32_t kPerTest = 50;
/// All rigs run the same code, and a sanitizer makes them fifteen times as slow, so it tests one of
/// each fifty.
constexpr std::uint32_t kStep = test::kHasSanitizer ? kPerTest : 1;

/// Tests 500 generated rigs. The parameter is the number of the first of fifty.
class ReductionPromise : public testing::TestWithParam<std::uint32_t> {
protected:
    template <class Check>
    static void forEachRig(Check check, std::uint32_t step = kStep) {
        for (std::uint32_t number = GetParam(); number < GetParam() + kPerTest; number += step)
            check(number);
    }
};

double boundOf(std::uint32_t number, double finest) {
    return number % 3 == 0 ? finest : number % 3 == 1 ? 0.0005 : 0.01;
}

void expectWithinBound(const Scene& scene, const Clip& source, const ClipReduction& reduction, double bound) {
    const Clip& reduced = scene.clips.front();
    const double measured = largestDisplacement(scene, source, reduced, probePoints(scene, {}), 240);
    EXPECT_LE(measured, bound);
    EXPECT_LE(measured, reduction.maxError * 1.1 + 3e-6);
    EXPECT_EQ(reduced.duration, source.duration);
    EXPECT_EQ(reduced.events, source.events);
    EXPECT_THAT(validateScene(scene), IsEmpty());
}

TEST_P(ReductionPromise, NoPointMovesFartherThanTheBound) {
    forEachRig([](std::uint32_t number) {
        SCOPED_TRACE(testing::Message() << "rig " << number);
        Scene scene = randomRig(number);
        const Clip source = scene.clips.front();
        const double bound = boundOf(number, 0.0001);
        Diagnostics diagnostics;
        const ClipReduction reduction =
            reduceClip(scene, scene.clips.front(), probePoints(scene, {}), bound, diagnostics);
        expectWithinBound(scene, source, reduction, bound);
        EXPECT_LE(reduction.bytesAfter, reduction.bytesBefore);
    });
}

/// Splines take five times as long: every second rig.
TEST_P(ReductionPromise, NoPointMovesFartherThanTheBoundFromSplines) {
    const auto check = [](std::uint32_t number) {
        SCOPED_TRACE(testing::Message() << "rig " << number);
        Scene scene = randomCurves(number);
        ASSERT_THAT(validateScene(scene), IsEmpty());
        const Clip source = scene.clips.front();
        const double bound = boundOf(number, 0.0002);
        Diagnostics diagnostics;
        const ClipReduction reduction = reduceClip(scene, scene.clips.front(), probePoints(scene, {}), bound,
                                                   diagnostics, {.samplesCurves = true});
        EXPECT_FALSE(hasCurves(scene.clips.front()));
        expectWithinBound(scene, source, reduction, bound);
    };
    forEachRig(check, 2 * kStep);
}

/// Ten steps of the search, from a bound up.
std::vector<double> stepsFrom(double bound) {
    constexpr std::array kSteps = {1.0, 1.7, 3.0, 5.0};
    std::vector<double> steps(10);
    for (std::size_t step = 0; step < steps.size(); ++step)
        steps[step] = bound * std::pow(10, step / kSteps.size()) * kSteps.at(step % kSteps.size());
    return steps;
}

void expectNoMoreBytesForLargerBounds(std::uint32_t number, double finest, const ReduceOptions& options) {
    const Scene scene = randomRig(number);
    const std::vector<JointProbes> probes = probePoints(scene, {});
    Diagnostics diagnostics;
    Clip source = scene.clips.front();
    std::size_t before = reduceClip(scene, source, probes, 0, diagnostics).bytesAfter;
    for (const double bound : stepsFrom(finest)) {
        Clip clip = scene.clips.front();
        const std::size_t bytes = reduceClip(scene, clip, probes, bound, diagnostics, options).bytesAfter;
        EXPECT_LE(bytes, before) << "rig " << number << ", bound " << bound;
        before = bytes;
    }
}

TEST_P(ReductionPromise, ALargerBoundTakesNoMoreBytes) {
    forEachRig([](std::uint32_t number) { expectNoMoreBytesForLargerBounds(number, 0.0001, {}); });
}

TEST_P(ReductionPromise, ALargerBoundTakesNoMoreBytesAsSplines) {
    forEachRig([](std::uint32_t number) {
        constexpr std::uint32_t kSlower = 10;
        if (number % kSlower == 0)
            expectNoMoreBytesForLargerBounds(number, 0.0001, {.samplesCurves = false, .fitsSplines = true});
    });
}

INSTANTIATE_TEST_SUITE_P(Rigs, ReductionPromise, testing::Range(0U, kPromisedRigs, kPerTest));

}  // namespace
}  // namespace rigkiln
