#include "pipeline/scene/raise_model.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

Scene withRecord(const Value& record) {
    Scene scene = test::smallScene();
    scene.joints[0].extras.set(kRaisedBy, record);
    return scene;
}

TEST(LowerRaisedModels, MovesTheModelDownByItsRecord) {
    for (const Value& record : {Value(2.0), Value(std::int64_t{2})}) {
        Scene scene = withRecord(record);
        const float before = scene.joints[0].rest.translation.y;
        lowerRaisedModels(scene);
        EXPECT_EQ(scene.joints[0].rest.translation.y, before - 2);
        EXPECT_EQ(scene.joints[0].extras.find(kRaisedBy), nullptr);
    }
}

TEST(LowerRaisedModels, LeavesRecordsOfOtherProgramsAlone) {
    for (const Value& record :
         {Value(std::string("a little")), Value(true), Value(std::numeric_limits<double>::infinity())}) {
        Scene scene = withRecord(record);
        lowerRaisedModels(scene);
        EXPECT_TRUE(scene.joints == withRecord(record).joints);
    }
}

}  // namespace
}  // namespace rigkiln
