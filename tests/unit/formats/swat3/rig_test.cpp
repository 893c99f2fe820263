#include "formats/swat3/rig.hpp"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "tests/support/swat3/swat3_builders.hpp"

namespace rigkiln::swat3 {
namespace {

constexpr float kHalf = 0.70710678F;
constexpr Float4 kQuarterAboutZ = {0, 0, kHalf, kHalf};

std::vector<Skeleton> chain() {
    return {{.bones = {{.id = 5, .name = "child", .link = 2, .position = {1, 0, 0}},
                       {.id = 2, .name = "root", .position = {0, 0, 3}, .rotation = kQuarterAboutZ},
                       {.id = 9, .name = "grandchild", .link = 5, .position = {1, 0, 0}}}}};
}

glm::dvec3 placeOf(const glm::dmat4& matrix) {
    return glm::dvec3(matrix[3]);
}

TEST(Rig, FindsBonesByTheirIdAndParentsByTheirOrdinal) {
    const std::vector<Skeleton> skeletons = chain();
    const Rig rig(skeletons);
    EXPECT_EQ(rig.boneCount(), 3U);
    EXPECT_EQ(rig.ordinalOf(2), 1U);
    EXPECT_EQ(rig.ordinalOf(0), std::nullopt);
    EXPECT_EQ(rig.parentOf(0), 1U);
    EXPECT_EQ(rig.parentOf(1), std::nullopt);
    EXPECT_EQ(rig.bone(2).name, "grandchild");
}

TEST(Rig, OrdersParentsBeforeTheirChildren) {
    const std::vector<Skeleton> skeletons = chain();
    EXPECT_EQ(Rig(skeletons).parentsFirst(), (std::vector<std::size_t>{1, 0, 2}));
}

TEST(Rig, PutsBonesInTheTurnedFrameOfTheirParent) {
    const std::vector<Skeleton> skeletons = chain();
    const auto raw = Rig(skeletons).bindMatrices(QuaternionSense::Raw);
    EXPECT_LT(glm::distance(placeOf(raw[1]), glm::dvec3(0, 0, 3)), 1e-6);
    EXPECT_LT(glm::distance(placeOf(raw[0]), glm::dvec3(0, 1, 3)), 1e-6);
    EXPECT_LT(glm::distance(placeOf(raw[2]), glm::dvec3(0, 2, 3)), 1e-6);
    const auto conjugated = Rig(skeletons).bindMatrices(QuaternionSense::Conjugated);
    EXPECT_LT(glm::distance(placeOf(conjugated[0]), glm::dvec3(0, -1, 3)), 1e-6);
}

TEST(Rig, CountsTheBonesOfAllSkeletonsAndTakesTheFirstOfAnId) {
    std::vector<Skeleton> skeletons = chain();
    skeletons.push_back({.bones = {{.id = 2, .name = "other"}, {.id = 3, .name = "leaf", .link = 2}}});
    const Rig rig(skeletons);
    EXPECT_EQ(rig.boneCount(), 5U);
    EXPECT_EQ(rig.ordinalOf(2), 1U);
    EXPECT_EQ(rig.parentOf(4), 3U) << "links stay within their skeleton";
}

TEST(ToRotation, NormalisesAndTakesWhatHasNoDirectionAsTheIdentity) {
    const glm::dquat half = toRotation({0, 0, 0, 2}, QuaternionSense::Raw);
    EXPECT_EQ(half, glm::dquat(1, 0, 0, 0));
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(toRotation({0, 0, 0, 0}, QuaternionSense::Raw), glm::dquat(1, 0, 0, 0));
    EXPECT_EQ(toRotation({kNan, 0, 0, 1}, QuaternionSense::Conjugated), glm::dquat(1, 0, 0, 0));
}

TEST(BoneOfPositions, FollowsTheRuns) {
    const GsmFile file = characterModel();
    const auto bones = boneOfPositions(file, Rig(file.skeletons));
    const std::vector<std::optional<std::size_t>> expected = {0, 0, 1, 1, 2, 3, 4};
    EXPECT_EQ(bones, expected);
}

TEST(BoneOfPositions, IsNothingWhereNoRunOrNoBoneIs) {
    GsmFile file = characterModel();
    file.runs[0].bone = 88;
    file.runs[2].count = 0;
    const auto bones = boneOfPositions(file, Rig(file.skeletons));
    const std::vector<std::optional<std::size_t>> expected = {
        std::nullopt, std::nullopt, 1, 1, std::nullopt, 3, 4};
    EXPECT_EQ(bones, expected);
}

TEST(BoneOfPositions, TakesTheFirstOfRunsThatOverlapOrRunOut) {
    GsmFile file = characterModel();
    file.runs = {{.bone = 1, .first = 2, .count = 2},
                 {.bone = 0, .first = 1, .count = 65535},
                 {.bone = 3, .first = 0, .count = 3},
                 {.bone = 4, .first = 60000, .count = 9}};
    const auto bones = boneOfPositions(file, Rig(file.skeletons));
    const std::vector<std::optional<std::size_t>> expected = {3, 0, 1, 1, 0, 0, 0};
    EXPECT_EQ(bones, expected);
}

}  // namespace
}  // namespace rigkiln::swat3
