#include "exporters/swat3/stored_frame.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln::swat3_export {
namespace {

TEST(JointsAboveRoots, AreRootsOfTheTwoNamesThatAreNoBones) {
    Scene scene;
    scene.joints = {test::joint("roots"), test::joint("mirror"), test::joint("mirror", 0),
                    test::joint("roots"), test::joint("mirror"), test::joint("Armature")};
    scene.joints[3].extras.set("id", 3);
    scene.joints[4].sourceIndex = 4;
    EXPECT_EQ(jointsAboveRoots(scene), (std::vector<bool>{true, true, false, false, false, false}));
}

}  // namespace
}  // namespace rigkiln::swat3_export
