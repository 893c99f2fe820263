#include "pipeline/settings/limit_options.hpp"

#include <string>

#include <gtest/gtest.h>

#include "pipeline/settings/settings.hpp"
#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

/// Configuration with this value of `limits`; the rest of it is valid.
std::string sayingOfLimits(const std::string& limits) {
    return "rigkiln: 1\nlimits: " + limits +
           "\njobs:\n  a: {uses: scan, root: x}\n  b: {uses: export, from: a, to: gltf, path: "
           "'{name}.glb'}\n";
}

TEST(LimitOptions, AreThoseOfThePortByDefault) {
    EXPECT_EQ(readLimits(OptionValues(kLimitOptions)), ReadLimits{});
    EXPECT_EQ(settingsOf(sayingOfLimits("{}")).limits, ReadLimits{});
}

TEST(LimitOptions, AreReadFromAMap) {
    const std::string all =
        "{chunks: 2, json_values: 3, json_elements: 4, json_levels: 17, joints: 6, triangles: 7, keys: 8}";
    EXPECT_EQ(settingsOf(sayingOfLimits(all)).limits, (ReadLimits{.chunks = 2,
                                                                  .jsonValues = 3,
                                                                  .jsonElements = 4,
                                                                  .jsonLevels = 17,
                                                                  .joints = 6,
                                                                  .triangles = 7,
                                                                  .keys = 8}));
}

TEST(LimitOptions, AreNamedWhereTheyAreWrong) {
    EXPECT_EQ(problemsOf(sayingOfLimits("{joint: 5, keys: 0}")),
              "c.yaml:2:10: unknown option 'joint' of limits; did you mean 'joints'?\n"
              "c.yaml:2:26: keys is '0', expected 1 to 1e+09\n");
    EXPECT_EQ(problemsOf(sayingOfLimits("5")), "c.yaml:2:9: limits is a text, expected a map of options\n");
}

}  // namespace
}  // namespace rigkiln
