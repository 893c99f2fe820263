#include "pipeline/scene/dump_scene.hpp"

#include <gtest/gtest.h>

#include "tests/support/golden_file.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

TEST(DumpScene, NamesEveryElementOfASceneAsInTheGoldenFile) {
    Scene scene = test::smallScene();
    scene.attachments.push_back({.name = "muzzle",
                                 .kind = "proxy",
                                 .joint = IndexOf<Joint>(2),
                                 .local = {},
                                 .hidden = true,
                                 .extras = {}});
    scene.instances[1].levelOfDetail = 2;
    scene.instances[1].alternative = 1;
    scene.instances[1].variantBase = "flag";
    Light light;
    light.name = "lamp";
    scene.lights.push_back(light);
    scene.clips[0].events.push_back({.time = 0.5F, .name = "step", .extras = {}});
    EXPECT_EQ(test::differenceFromGolden("tests/golden/small_scene.txt", dumpScene(scene)), "");
}

}  // namespace
}  // namespace rigkiln
