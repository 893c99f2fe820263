#include "pipeline/reduction/pair_matrix.hpp"

#include <random>
#include <vector>

#include <gmock/gmock.h>

namespace rigkiln::reduction {
namespace {

std::vector<glm::dvec3> cornersOf(const glm::dvec3& low, const glm::dvec3& high) {
    std::vector<glm::dvec3> corners;
    for (unsigned corner = 0; corner < 8; ++corner)
        corners.emplace_back((corner & 1U) != 0 ? high.x : low.x, (corner & 2U) != 0 ? high.y : low.y,
                             (corner & 4U) != 0 ? high.z : low.z);
    return corners;
}

TEST(BoxOf, KnowsTheCornersOfABox) {
    const auto box = boxOf(cornersOf({-1, 0, 2}, {3, 1, 8}));
    ASSERT_TRUE(box);
    EXPECT_EQ(box->centre, glm::dvec3(1, 0.5, 5));
    EXPECT_EQ(box->half, glm::dvec3(2, 0.5, 3));
}

TEST(BoxOf, KnowsFlatBoxesAndPoints) {
    const std::vector<glm::dvec3> flat = {{0, 0, 1}, {2, 0, 1}, {0, 3, 1}, {2, 3, 1}};
    ASSERT_TRUE(boxOf(flat));
    EXPECT_EQ(boxOf(flat)->half, glm::dvec3(1, 1.5, 0));
    const std::vector<glm::dvec3> point = {{4, 5, 6}};
    ASSERT_TRUE(boxOf(point));
    EXPECT_EQ(boxOf(point)->half, glm::dvec3(0));
}

TEST(BoxOf, TakesNothingElseForOne) {
    EXPECT_FALSE(boxOf({}));
    const std::vector<glm::dvec3> shell = {{0.03, 0, 0}, {0, 0.03, 0}, {0, 0, 0.03}};
    EXPECT_FALSE(boxOf(shell));
    std::vector<glm::dvec3> withMiddle = cornersOf({0, 0, 0}, {1, 1, 1});
    withMiddle.back() = {0.5, 0.5, 0.5};
    EXPECT_FALSE(boxOf(withMiddle));
    std::vector<glm::dvec3> withoutOne = cornersOf({0, 0, 0}, {1, 1, 1});
    withoutOne.pop_back();
    EXPECT_FALSE(boxOf(withoutOne));
}

TEST(LargestSquare, OfABoxIsThatOfItsCorners) {
    std::mt19937 random(1);
    const auto number = [&random] { return static_cast<double>(random()) / 2147483648.0 - 1; };
    for (int run = 0; run < 1000; ++run) {
        PairMatrix difference;
        for (Pair& pair : difference)
            pair = Pair{number(), number() * 1e-3};
        const glm::dvec3 low(number(), number() * 100, number());
        const std::vector<glm::dvec3> corners =
            cornersOf(low, low + glm::dvec3(number() + 1, number() + 1, 0.5));
        const auto box = boxOf(corners);
        ASSERT_TRUE(box);
        const Pair ofPoints = largestSquare(difference, corners);
        const Pair ofBox = largestSquare(difference, *box);
        EXPECT_NEAR(ofBox[0] / ofPoints[0], 1, 1e-12);
        EXPECT_NEAR(ofBox[1] / ofPoints[1], 1, 1e-12);
    }
}

}  // namespace
}  // namespace rigkiln::reduction
