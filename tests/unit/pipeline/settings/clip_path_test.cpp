#include "pipeline/settings/clip_path.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

void expectSplit(std::string_view path, std::string_view main, std::string_view clipFiles) {
    const std::optional<ClipPath> split = splitClipPath(path);
    ASSERT_TRUE(split) << path;
    EXPECT_EQ(split->main, main) << path;
    EXPECT_EQ(split->clipFiles, clipFiles) << path;
}

TEST(ClipPath, LeavesTheClipAndWhatSeparatesItOutOfTheMainFile) {
    expectSplit("/out/{folder}/{name}@{clip}.glb", "/out/{folder}/{name}.glb", "{main}@{clip}");
    expectSplit("/out/{name} - {clip}.glb", "/out/{name}.glb", "{main} - {clip}");
    expectSplit("/out/{name}.{clip}.gltf", "/out/{name}.gltf", "{main}.{clip}");
    expectSplit("/out/{name}{clip}.glb", "/out/{name}.glb", "{main}{clip}");
    expectSplit("/out/{clip}_{name}.glb", "/out/{name}.glb", "{clip}_{main}");
    expectSplit("/out/anim_{clip}.glb", "/out/anim.glb", "{main}_{clip}");
}

TEST(ClipPath, NamesTheMainFileAfterItsSourceWhereNothingIsLeft) {
    expectSplit("/out/{name}/{clip}.glb", "/out/{name}/{name}.glb", "{clip}");
    expectSplit("/out/@{clip}.glb", "/out/{name}.glb", "@{clip}");
    expectSplit("/out/{clip}_.glb", "/out/{name}.glb", "{clip}_");
    expectSplit("{clip}", "{name}", "{clip}");
}

TEST(ClipPath, IsTheMainFileWithoutAClip) {
    expectSplit("/out/{name}.glb", "/out/{name}.glb", "{main}@{clip}");
    expectSplit("/out/{clip}/{name}.glb", "/out/{clip}/{name}.glb", "{main}@{clip}");
}

TEST(ClipPath, IsNoneWhereTheClipIsBetweenOtherParts) {
    EXPECT_FALSE(splitClipPath("/out/{name}_{clip}_v2.glb"));
    EXPECT_FALSE(splitClipPath("/out/_{clip}_.glb"));
}

}  // namespace
}  // namespace rigkiln
