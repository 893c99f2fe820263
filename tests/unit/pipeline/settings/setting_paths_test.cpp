#include "pipeline/settings/setting_paths.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

TEST(AbsolutePath, IsBelowTheFolderAndNormalised) {
    EXPECT_EQ(absolutePath("/game/config", "../art//x/./y"), "/game/art/x/y");
    EXPECT_EQ(absolutePath("/game/config", "../art/"), "/game/art");
    EXPECT_EQ(absolutePath("/game/config", "."), "/game/config");
}

TEST(AbsolutePath, KeepsWhatIsAbsolute) {
    EXPECT_EQ(absolutePath("/game/config", "/art"), "/art");
    EXPECT_EQ(absolutePath("/game/config", "/"), "/");
}

TEST(AbsolutePath, ExpandsNothing) {
    EXPECT_EQ(absolutePath("/game", "~/$HOME"), "/game/~/$HOME");
}

TEST(ProblemOfPath, RefusesEmptyPathsAndZeroBytes) {
    EXPECT_EQ(problemOfPath("root", ""), "root is empty, expected a path");
    EXPECT_EQ(problemOfPath("root", std::string_view("a\0b", 3)),
              "root is 'a\\x00b', a path cannot hold a zero byte");
    EXPECT_EQ(problemOfPath("root", "a"), std::nullopt);
}

std::optional<std::string> outputProblem(std::string_view path, bool binaryOnly = false) {
    OptionValues options(kGltfOptions);
    options.set("binary", binaryOnly);
    return problemOfOutputPath(path, kGltfTarget, options);
}

TEST(ProblemOfOutputPath, AcceptsTheKnownPlaceholders) {
    EXPECT_EQ(outputProblem("out/{folder}/{name}-{ext}-{format}.glb"), std::nullopt);
}

TEST(ProblemOfOutputPath, RefusesUnknownPlaceholders) {
    EXPECT_EQ(outputProblem("{nam}.glb"),
              "path has the placeholder '{nam}', expected {folder}, {name}, {ext}, {format}, {clip}; did you "
              "mean 'name'?");
    EXPECT_EQ(outputProblem("{}.glb"),
              "path has the placeholder '{}', expected {folder}, {name}, {ext}, {format}, {clip}");
}

TEST(ProblemOfOutputPath, TakesClipsForTargetsThatWriteAFileForEach) {
    ExporterModule perClip = kGltfTarget;
    perClip.isPerClip = true;
    const OptionValues options(perClip.options);
    EXPECT_EQ(problemOfOutputPath("{name}/{clip}.glb", perClip, options), std::nullopt);
    EXPECT_EQ(problemOfOutputPath("{clip}/{name}.glb", perClip, options),
              "path has {clip} in the name of a folder, only that of the file may have it");
    EXPECT_EQ(outputProblem("{clip}.glb"), "path has {clip}, and gltf writes all clips into one file");
}

/// A target that writes files of clips beside the main file where the option `extras` is set.
std::optional<std::string> problemBeside(std::string_view path, bool writesClips) {
    ExporterModule target = kGltfTarget;
    static constexpr std::array<std::string_view, 1> kSet = {"true"};
    target.clipsBesideMain = {.option = "extras", .values = kSet};
    OptionValues options(kGltfOptions);
    options.set("extras", writesClips);
    return problemOfOutputPath(path, target, options);
}

TEST(ProblemOfOutputPath, TakesClipsWhereTheOptionsWriteTheirFilesBesideTheModel) {
    for (const std::string_view path : {"{name}/{clip}.glb", "{name}@{clip}.glb", "{clip}-{name}.glb"})
        EXPECT_EQ(problemBeside(path, true), std::nullopt) << path;
    EXPECT_EQ(problemBeside("{clip}.glb", false),
              "path has {clip}, and gltf writes all clips into one file; extras: true gives clips files of "
              "their own");
    EXPECT_EQ(problemBeside("{clip}/{name}.glb", true),
              "path has {clip} in the name of a folder, only that of the file may have it");
    EXPECT_EQ(problemBeside("{clip}{clip}.glb", true), "path has {clip} twice");
    EXPECT_EQ(problemBeside("{name}_{clip}_v2.glb", true),
              "path has {clip} between other parts of the file's name; the file of the model has the name "
              "without it, so it must be the beginning or the end");
}

TEST(ProblemOfOutputPath, RefusesBracesThatDoNotMatch) {
    EXPECT_EQ(outputProblem("{name.glb"), "path has '{' without '}'");
    EXPECT_EQ(outputProblem("{folder/{name}.glb"), "path has '{' without '}'");
    EXPECT_EQ(outputProblem("name}.glb"), "path has '}' without '{'");
}

TEST(ProblemOfOutputPath, RefusesGoingUpBehindAPlaceholder) {
    EXPECT_EQ(outputProblem("out/{folder}/../{name}.glb"),
              "path has '..' behind a placeholder, where it could lead anywhere");
    EXPECT_EQ(outputProblem("../out/{folder}/{name}.glb"), std::nullopt);
}

TEST(ProblemOfOutputPath, RefusesExtensionsTheExporterDoesNotWrite) {
    EXPECT_EQ(outputProblem("{name}.gbl"),
              "path ends in '.gbl', gltf writes .glb, .gltf; did you mean '.glb'?");
    EXPECT_EQ(outputProblem("{name}.GLB"),
              "path ends in '.GLB', gltf writes .glb, .gltf; did you mean '.glb'?");
    EXPECT_EQ(outputProblem("out.glb/{name}"),
              "path 'out.glb/{name}' has no extension, gltf writes .glb, .gltf");
}

TEST(ProblemOfOutputPath, RefusesAnExtensionThatTheOptionsRuleOut) {
    EXPECT_EQ(outputProblem("{name}.gltf", true),
              "path ends in '.gltf', and the options of gltf ask for .glb");
    EXPECT_EQ(outputProblem("{name}.glb", true), std::nullopt);
    EXPECT_EQ(outputProblem("{name}.gltf", false), std::nullopt);
}

}  // namespace
}  // namespace rigkiln
