#include "pipeline/report/depfile.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rigkiln {
namespace {

TEST(MakeDepfile, IsARuleAndOneForRemovedPrerequisites) {
    EXPECT_EQ(toMakeDepfile({.targets = {"a.glb", "b.glb"}, .files = {"art/a.alo"}, .folders = {"art"}}),
              "a.glb b.glb: \\\n  art/a.alo \\\n  art\n"
              "\n"
              "art/a.alo \\\n  art:\n");
}

TEST(MakeDepfile, EscapesForMakeAndNinja) {
    EXPECT_EQ(toMakeDepfile({.targets = {"my model.glb"}, .files = {"~a b#c$d:e\\f.tga"}}),
              "my\\ model.glb: \\\n  ./~a\\ b\\#c$$d\\:e\\f.tga\n"
              "\n"
              "./~a\\ b\\#c$$d\\:e\\f.tga:\n");
}

TEST(MakeDepfile, NeverSetsAVariable) {
    EXPECT_EQ(toMakeDepfile({.targets = {"t"}, .files = {"a=b", "c"}}), "t: \\\n  c \\\n  a=b\n\nc:\n");
}

TEST(MakeDepfile, HasNoPatternsAsTargets) {
    EXPECT_EQ(toMakeDepfile({.targets = {"t"}, .files = {"100%.tga", "it's.tga"}}),
              "t: \\\n  100%.tga \\\n  it's.tga\n");
}

TEST(MakeDepfile, MakesTargetsAgainThatAreNotDone) {
    EXPECT_EQ(toMakeDepfile({.targets = {"t"}, .files = {"a"}, .never = "t.d.failed"}),
              "t: \\\n  a \\\n  t.d.failed\n\na \\\n  t.d.failed:\n");
}

TEST(MakeDepfile, IsEmptyWithoutTargets) {
    EXPECT_EQ(toMakeDepfile({.files = {"a"}}), "");
}

TEST(MakeDepfile, LeavesOutWhatItCannotHold) {
    for (const char* name : {"a;b", "a|b", "a\nb", "a\tb", "a ", "a:", "a\\", "a\\ b", "a\\#b", "a\x7F"}) {
        EXPECT_TRUE(isBeyondDepfiles(name)) << name;
        EXPECT_EQ(toMakeDepfile({.targets = {"t"}, .files = {name}}), "t:\n") << name;
    }
    for (const char* name : {"a b", "a#b", "a$b", "a:b", "a\\b", "it's", "h\xC3\xA9ros", "\xFF"})
        EXPECT_FALSE(isBeyondDepfiles(name)) << name;
}

TEST(JsonDepfile, HasTheSamePaths) {
    const auto json = nlohmann::json::parse(
        toJsonDepfile({.targets = {"a \"b\".glb"}, .files = {"x;y"}, .folders = {}, .never = "n"}));
    EXPECT_EQ(json, nlohmann::json::parse(R"({"rigkiln_depfile": 1, "complete": false,
        "targets": ["a \"b\".glb"], "files": ["x;y"], "folders": []})"));
}

}  // namespace
}  // namespace rigkiln
