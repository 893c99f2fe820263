#include "formats/swat3/space_tests.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "tests/unit/formats/swat3/character.hpp"

namespace rigkiln::swat3 {
namespace {

/// Angles of a model; the file and the rig live as long as they are measured.
std::optional<BarrelAngles> anglesOf(const GsmFile& file) {
    const Rig rig(file.skeletons);
    return angleToBarrel(RestPose(file, rig));
}

TEST(AngleToBarrel, IsNothingWhenAPositionFollowsAnotherBone) {
    GsmFile file = corpus::makeWeapon({});
    ASSERT_TRUE(anglesOf(file));
    // One bone of the weapon has all positions; the last of them goes to the barrel.
    GsmRun last = file.runs.back();
    ASSERT_GT(last.count, 1);
    --file.runs.back().count;
    last.bone = file.skeletons.front().bones.at(1).id;
    last.first = static_cast<std::uint16_t>(last.first + last.count - 1);
    last.count = 1;
    file.runs.push_back(last);
    EXPECT_FALSE(anglesOf(file));
}

TEST(AngleToBarrel, IsNothingWhenTheBarrelHasNoLength) {
    GsmFile file = corpus::makeWeapon({});
    file.skeletons.front().bones.at(1).position = {0, 0, 0};
    EXPECT_FALSE(anglesOf(file));
}

}  // namespace
}  // namespace rigkiln::swat3
