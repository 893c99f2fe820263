#include "formats/gltf/influences.hpp"

#include <array>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln::gltf {
namespace {

using testing::ElementsAre;

Influences oneVertex(std::vector<std::uint32_t> joints, std::vector<float> weights) {
    const std::array<RawInfluences, 1> sets = {{{std::move(joints), std::move(weights)}}};
    return makeInfluences(sets);
}

TEST(Influences, ThatAreRightAreKeptBitForBit) {
    const Influences made = oneVertex({3, 5, 0, 0}, {0.1F, 0.9F, 0, 0});
    EXPECT_EQ(made.sets[0].weights[0], glm::vec4(0.1F, 0.9F, 0, 0));
    EXPECT_THAT(made.sets[0].joints[0], ElementsAre(3, 5, 0, 0));
    EXPECT_EQ(made.changedVertices, 0U);
    EXPECT_EQ(made.highestJoint, 5U);
}

TEST(Influences, WithoutWeightNameJointZero) {
    const Influences made = oneVertex({3, 9, 9, 9}, {1, 0, 0, 0});
    EXPECT_THAT(made.sets[0].joints[0], ElementsAre(3, 0, 0, 0));
    EXPECT_EQ(made.highestJoint, 3U);
    EXPECT_EQ(made.changedVertices, 0U);
}

TEST(Influences, OfNoNumberAreDropped) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Influences made = oneVertex({1, 2, 3, 4}, {nan, -1, 0.5F, 0});
    EXPECT_EQ(made.sets[0].weights[0], glm::vec4(1, 0, 0, 0));
    EXPECT_THAT(made.sets[0].joints[0], ElementsAre(3, 0, 0, 0));
    EXPECT_EQ(made.changedVertices, 1U);
}

TEST(Influences, ThatVanishBesideOthersNameJointZero) {
    const Influences made = oneVertex({1, 2, 0, 0}, {1e38F, 1e-30F, 0, 0});
    EXPECT_THAT(made.sets[0].joints[0], ElementsAre(1, 0, 0, 0));
}

}  // namespace
}  // namespace rigkiln::gltf
