#include "pipeline/scene/scene_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::Eq;

TEST(SceneParts, BeginAtTheNearestJointWithARecord) {
    Scene scene;
    scene.joints = {test::joint("alone"),    test::joint("outer"),   test::joint("in", 1),
                    test::joint("inner", 2), test::joint("deep", 3), test::joint("beside", 1)};
    scene.joints[1].extras.set(kPartRecord, Properties());
    scene.joints[3].extras.set(kPartRecord, Properties());
    const IndexOf<Joint> outer(1);
    const IndexOf<Joint> inner(3);
    EXPECT_THAT(partOfEachJoint(scene), ElementsAre(Eq(std::nullopt), outer, outer, inner, inner, outer));
}

}  // namespace
}  // namespace rigkiln
