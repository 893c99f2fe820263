#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <gtest/gtest.h>

#include "pipeline/reduction/reduce_clip.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"

namespace rigkiln {
namespace {

/// Every step below a tenth of a millimetre.
constexpr std::array kBounds = {1e-13, 1e-12, 1e-8, 3e-8, 1e-7, 3e-7, 1e-6, 3e-6, 1e-5, 3e-5};

std::size_t bytesOf(const Scene& scene, double bound, const ReduceOptions& options) {
    Clip clip = scene.clips.front();
    Diagnostics diagnostics;
    return reduceClip(scene, clip, probePoints(scene, {}), bound, diagnostics, options).bytesAfter;
}

void expectNoMoreBytes(const Scene& scene, std::span<const double> bounds,
                       const ReduceOptions& options = {}) {
    std::size_t before = bytesOf(scene, 0, options);
    for (const double bound : bounds) {
        const std::size_t bytes = bytesOf(scene, bound, options);
        EXPECT_LE(bytes, before) << "bound " << bound;
        before = bytes;
    }
}

/// For these clips, searching only the two or three largest steps gave up to 1 % more bytes at some larger
/// bound.
TEST(FineBounds, GiveNoMoreBytesThanSmallerOnes) {
    for (const std::uint32_t number : {14U, 193U, 626U, 666U}) {
        SCOPED_TRACE(testing::Message() << "clip " << number);
        expectNoMoreBytes(randomShorts(number), kBounds);
    }
}

TEST(FineBounds, GiveNoMoreBytesThanTheStepBelow) {
    for (const std::uint32_t number : {14U, 193U, 626U, 666U}) {
        const Scene scene = randomShorts(number);
        for (const auto& [bound, step] :
             {std::pair(5e-9, 1e-12), std::pair(2e-7, 1e-7), std::pair(5e-6, 3e-6), std::pair(7e-5, 3e-5),
              std::pair(0.000099, 3e-5)})
            EXPECT_LE(bytesOf(scene, bound, {}), bytesOf(scene, step, {}))
                << "clip " << number << ", " << bound;
    }
}

/// For this clip, choosing the smallest result of each window separately gave 4 % more bytes.
TEST(FineBounds, GiveNoMoreBytesThanSmallerOnesForLongClips) {
    constexpr std::size_t kMoreThanAWindow = 600;
    constexpr std::array kFew = {1e-7, 3e-7, 1e-6, 3e-6};
    expectNoMoreBytes(randomShorts(15, kMoreThanAWindow), kFew);
}

TEST(FineBounds, GiveNoMoreBytesThanSmallerOnesAsSplines) {
    expectNoMoreBytes(randomShorts(14), kBounds, {.samplesCurves = false, .fitsSplines = true});
}

/// Splines and lines search the same steps, and splines are only used where they are smaller than lines.
TEST(FineBounds, GiveNoMoreBytesAsSplinesThanAsLines) {
    const Scene scene = randomShorts(193);
    for (const double bound : kBounds)
        EXPECT_LE(bytesOf(scene, bound, {.samplesCurves = false, .fitsSplines = true}),
                  bytesOf(scene, bound, {}))
            << "bound " << bound;
}

TEST(FineBounds, AreKeptWhicheverStepIsTaken) {
    Scene scene = randomShorts(14);
    const Clip source = scene.clips.front();
    for (const double bound : {1e-6, 0.00001, 0.00009}) {
        Clip clip = source;
        Diagnostics diagnostics;
        const ClipReduction reduction = reduceClip(scene, clip, probePoints(scene, {}), bound, diagnostics);
        EXPECT_LE(reduction.maxError, bound);
        EXPECT_LE(largestDisplacement(scene, source, clip, probePoints(scene, {}), 240), bound);
        EXPECT_LT(reduction.bytesAfter, reduction.bytesBefore);
    }
}

}  // namespace
}  // namespace rigkiln
