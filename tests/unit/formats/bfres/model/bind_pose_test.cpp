#include "formats/bfres/model/bind_pose.hpp"

#include <gtest/gtest.h>

namespace rigkiln::bfres {
namespace {

TEST(BindPose, HasNoMatrixBehindTheLast) {
    Skeleton skeleton;
    skeleton.smoothCount = 1;
    skeleton.rigidCount = 1;
    skeleton.bones.resize(2);
    skeleton.matrixToBone = {0, 1};
    skeleton.inverseBinds.resize(1);
    const BindPose pose(skeleton);
    ASSERT_TRUE(pose.influence(0));
    EXPECT_FALSE(pose.influence(0)->isInBoneSpace);
    ASSERT_TRUE(pose.influence(1));
    EXPECT_EQ(pose.influence(1)->bone, 1U);
    EXPECT_TRUE(pose.influence(1)->isInBoneSpace);
    EXPECT_FALSE(pose.influence(2));
}

}  // namespace
}  // namespace rigkiln::bfres
