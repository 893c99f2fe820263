#include "pipeline/settings/state_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/settings/settings.hpp"
#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kDefault = std::size_t{4} << 30U;

/// Configuration with this value of `state`; the rest of it is valid.
std::string sayingOfState(const std::string& state) {
    return "rigkiln: 1\n" + state +
           "\njobs:\n  a: {uses: scan, root: x}\n  b: {uses: export, from: a, to: gltf, path: "
           "'{name}.glb'}\n";
}

TEST(StateOptions, AreNothingByDefault) {
    EXPECT_EQ(settingsOf(sayingOfState("")).state, StateSettings{});
}

TEST(StateOptions, AreAFolder) {
    EXPECT_EQ(settingsOf(sayingOfState("state: kept")).state,
              (StateSettings{.folder = "/game/config/kept", .maximumBytes = kDefault}));
}

TEST(StateOptions, AreAMapOfMore) {
    EXPECT_EQ(settingsOf(sayingOfState("state: {folder: ../kept}")).state,
              (StateSettings{.folder = "/game/kept", .maximumBytes = kDefault}));
    EXPECT_EQ(settingsOf(sayingOfState("state: {folder: /kept, max_size: 512MiB}")).state,
              (StateSettings{.folder = "/kept", .maximumBytes = std::size_t{512} << 20U}));
}

TEST(StateOptions, AreChecked) {
    EXPECT_EQ(problemsOf(sayingOfState("state: {max_size: 1GiB}")), "c.yaml:2:8: state has no 'folder'\n");
    EXPECT_EQ(problemsOf(sayingOfState("state: {folder: ''}")),
              "c.yaml:2:17: folder is empty, expected a path\n");
    EXPECT_THAT(
        problemsOf(sayingOfState("state: {folder: a, max_sice: 1GiB}")),
        testing::HasSubstr("c.yaml:2:20: unknown option 'max_sice' of state; did you mean 'max_size'?"));
    EXPECT_THAT(problemsOf(sayingOfState("state: {folder: a, max_size: many}")),
                testing::HasSubstr("c.yaml:2:30: max_size is 'many'"));
    EXPECT_THAT(problemsOf(sayingOfState("state: [a]")), testing::HasSubstr("c.yaml:2:8: state is a list"));
}

TEST(CacheOption, IsAFolder) {
    EXPECT_EQ(settingsOf(sayingOfState("")).cache, "");
    EXPECT_EQ(settingsOf(sayingOfState("cache: ../shared")).cache, "/game/shared");
    EXPECT_EQ(problemsOf(sayingOfState("cache: ''")), "c.yaml:2:8: cache is empty, expected a path\n");
    EXPECT_THAT(problemsOf(sayingOfState("cache: [a]")), testing::HasSubstr("c.yaml:2:8: cache is a list"));
}

}  // namespace
}  // namespace rigkiln
