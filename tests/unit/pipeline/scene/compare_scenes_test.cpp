#include "pipeline/scene/compare_scenes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(CompareScenes, FindsNothingBetweenEqualScenes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_TRUE(compareScenes(test::randomScene(seed), test::randomScene(seed), {}).empty())
            << "seed " << seed;
    }
}

TEST(CompareScenes, NamesTheFieldThatDiffers) {
    Scene changed = test::smallScene();
    changed.joints[1].rest.translation.y = 2;
    EXPECT_THAT(compareScenes(test::smallScene(), changed, {}),
                testing::ElementsAre("joints[1].rest.translation: (0 1 0), (0 2 0)"));
}

TEST(CompareScenes, TellsLevelsOfDetailAndDamageStatesApart) {
    const Scene scene = test::smallScene();
    Scene other = scene;
    other.instances[0].levelOfDetail = 1;
    other.instances[0].alternative = 0;
    other.instances[0].variantBase = "body";
    EXPECT_THAT(
        compareScenes(scene, other, {}),
        testing::ElementsAre("instances[0].levelOfDetail: none, 1", "instances[0].alternative: none, 0",
                             "instances[0].variantBase: '', 'body'"));
}

TEST(CompareScenes, LetsNumbersDifferWithinTheTolerances) {
    Scene changed = test::smallScene();
    changed.joints[1].rest.translation.y += 1e-4F;
    changed.clips[0].joints[0].rotation.values[1] = -test::turn(90.001F, {0, 0, 1});
    EXPECT_THAT(compareScenes(test::smallScene(), changed, {.length = 1e-3F, .rotation = 1e-3F, .time = 0}),
                testing::IsEmpty());
    EXPECT_THAT(compareScenes(test::smallScene(), changed, {.length = 1e-5F, .rotation = 1e-6F, .time = 0}),
                testing::SizeIs(2));
}

TEST(CompareScenes, StopsAtTheLimit) {
    Scene changed = test::smallScene();
    for (Joint& joint : changed.joints)
        joint.name += "x";
    EXPECT_THAT(compareScenes(test::smallScene(), changed, {}, 2), testing::SizeIs(2));
}

}  // namespace
}  // namespace rigkiln
