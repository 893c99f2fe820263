#include "tests/fuzz/input_cost.hpp"

#include <array>
#include <cstddef>
#include <ctime>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

constexpr std::array<std::byte, 100> kInput{};
/// 100 bytes of input may take 6,000 bytes of memory and 50 ms.
constexpr FuzzCost kMost{
    .floorBytes = 1'000, .bytesPerByte = 50, .floorSeconds = 0.04, .secondsPerByte = 100e-6};

void allocate(std::size_t bytes) {
    const auto block = std::make_unique<std::byte[]>(bytes);
    volatile std::byte* const first = block.get();  // so that no compiler leaves the block out
    *first = std::byte{1};
}

void compute(double seconds) {
    const std::clock_t begin = std::clock();
    while (static_cast<double>(std::clock() - begin) < seconds * CLOCKS_PER_SEC) {
    }
}

TEST(InputCost, IsFineAsLongAsItIsWithinTheLimits) {
    runWithinCost([](std::span<const std::byte>) { allocate(5'900); }, kInput, kMost);
    runWithinCost([](std::span<const std::byte>) { compute(0.01); }, kInput, kMost);
}

TEST(InputCost, IsCountedAnewForEachInput) {
    for (int i = 0; i < 3; ++i)
        runWithinCost([](std::span<const std::byte>) { allocate(3'000); }, kInput, kMost);
}

TEST(InputCostDeathTest, OfMoreMemoryAtOnceIsAFinding) {
    EXPECT_DEATH(runWithinCost([](std::span<const std::byte>) { allocate(6'100); }, kInput, kMost),
                 "100 bytes of input took 61[0-9][0-9] bytes of memory, at most 6000 are expected");
}

TEST(InputCostDeathTest, OfMoreTimeIsAFinding) {
    EXPECT_DEATH(runWithinCost([](std::span<const std::byte>) { compute(0.06); }, kInput, kMost),
                 "and 0\\.[0-9]+ s, at most 0\\.050 s");
}

}  // namespace
}  // namespace rigkiln
