#include "pipeline/plan/output_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::HasSubstr;

PathTemplate parsed(std::string_view text) {
    Result<PathTemplate> path = PathTemplate::parse(text);
    EXPECT_TRUE(path);
    return path ? *path : PathTemplate();
}

std::string filled(std::string_view text, const PathValues& values) {
    const Result<OutputPath> path = parsed(text).fill(values);
    return path ? path->path : "error: " + path.error().text();
}

const PathValues kHero{.folder = "units/big", .name = "hero", .extension = "alo", .format = "alo"};

TEST(PathTemplate, FillsEveryPlaceholder) {
    EXPECT_EQ(filled("/out/{folder}/{name}.{ext}.{format}.glb", kHero), "/out/units/big/hero.alo.alo.glb");
}

TEST(PathTemplate, LeavesTheClipToTheExporter) {
    EXPECT_EQ(filled("/out/{name}/{clip}.gsa", kHero), "/out/hero/{clip}.gsa");
}

TEST(PathTemplate, AnEmptyFolderLeavesNoSlash) {
    EXPECT_EQ(filled("/out/{folder}/{name}.glb", {.folder = "", .name = "a", .extension = "", .format = ""}),
              "/out/a.glb");
}

TEST(PathTemplate, RootIsWhatStandsBeforeTheFirstPlaceholder) {
    EXPECT_EQ(parsed("/a/b/{name}.glb").root(), "/a/b");
    EXPECT_EQ(parsed("/a/b/pre_{name}.glb").root(), "/a/b");
    EXPECT_EQ(parsed("/a/../b/./{folder}/x/{name}.glb").root(), "/b");
    EXPECT_EQ(parsed("/{name}.glb").root(), "/");
    EXPECT_EQ(parsed("/a/one.glb").root(), "/a");
}

TEST(PathTemplate, ValuesAreNotFilledAgain) {
    EXPECT_EQ(filled("/o/{name}.glb", {.folder = "f", .name = "{folder}", .extension = "", .format = ""}),
              "/o/{folder}.glb");
}

TEST(PathTemplate, RefusesNamesThatLeadElsewhere) {
    const auto withName = [](const std::string& name) {
        return filled("/o/{name}/x.glb", {.folder = "", .name = name, .extension = "", .format = ""});
    };
    EXPECT_THAT(withName(".."), HasSubstr("has '..' as a folder"));
    EXPECT_THAT(withName("."), HasSubstr("has '.' as a folder"));
    EXPECT_THAT(withName("a\\b"), HasSubstr("has a '\\'"));
    EXPECT_THAT(withName(std::string("a\0b", 3)), HasSubstr("has a NUL"));
    EXPECT_THAT(withName(std::string(256, 'a')),
                HasSubstr("has a name of 256 bytes, at most 255 are possible"));
    EXPECT_THAT(filled("/o/{folder}/x", {.folder = "../../etc", .name = "", .extension = "", .format = ""}),
                HasSubstr("has '..' as a folder"));
    EXPECT_EQ(filled("/o/{folder}/x", {.folder = "/etc", .name = "", .extension = "", .format = ""}),
              "/o/etc/x");
    EXPECT_THAT(filled("/o/{ext}", {.folder = "", .name = "a", .extension = "", .format = ""}),
                HasSubstr("has no file name"));
}

TEST(PathValues, HaveNoControlCharacters) {
    Diagnostics diagnostics;
    PathValues values{.folder = "a\x1B[31m/b", .name = "c\nd\x7F", .extension = "al\xC2\x9Bo", .format = "x"};
    makePortable(values, diagnostics);
    EXPECT_EQ(values.folder, "a%1B[31m/b");
    EXPECT_EQ(values.name, "c%0Ad%7F");
    EXPECT_EQ(values.extension, "al%C2%9Bo");
    EXPECT_EQ(diagnostics.counts().at(kNameReplaced.id), 3U);
    // Neither letters of any language nor bytes that are no UTF-8 are control characters.
    PathValues sound{.folder = "\xC3\xA9/\xC2\xA0", .name = "bad\xFF\xC2", .extension = "", .format = "x"};
    makePortable(sound, diagnostics);
    EXPECT_EQ(sound.name, "bad\xFF\xC2");
    EXPECT_EQ(diagnostics.counts().at(kNameReplaced.id), 3U);
}

TEST(PathValues, HaveNoNamesThatWindowsForbids) {
    Diagnostics diagnostics;
    PathValues values{.folder = "a:b/aux/c./d ", .name = "CON", .extension = "a|o", .format = "x"};
    makePortable(values, diagnostics);
    EXPECT_EQ(values.folder, "a%3Ab/_aux/c%2E/d%20");
    EXPECT_EQ(values.name, "_CON");
    EXPECT_EQ(values.extension, "a%7Co");
    EXPECT_EQ(diagnostics.counts().at(kNameReplaced.id), 3U);
    // ".." and backslashes stay: PathTemplate::fill refuses them.
    PathValues hostile{.folder = "../a/./b//c", .name = "..", .extension = "x\\y", .format = ""};
    makePortable(hostile, diagnostics);
    EXPECT_EQ(hostile.folder, "../a/./b//c");
    EXPECT_EQ(hostile.name, "..");
    EXPECT_EQ(hostile.extension, "x\\y");
    EXPECT_EQ(diagnostics.counts().at(kNameReplaced.id), 3U);
}

TEST(PathTemplate, SaysWhatIsWrongWithATemplate) {
    const auto problemOf = [](std::string_view text) { return PathTemplate::parse(text).error().problem; };
    EXPECT_THAT(problemOf("out/{name}.glb"), HasSubstr("is not absolute"));
    EXPECT_THAT(problemOf("/out/{name}/"), HasSubstr("ends with '/'"));
    EXPECT_THAT(
        problemOf("/out/{nam}.glb"),
        HasSubstr("has the placeholder '{nam}', known are {folder}, {name}, {ext}, {format}, {clip}"));
    EXPECT_THAT(problemOf("/out/{name"), HasSubstr("never closed"));
}

}  // namespace
}  // namespace rigkiln
