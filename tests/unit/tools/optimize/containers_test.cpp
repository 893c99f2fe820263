#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/tools/optimize/animated_gltf.hpp"

namespace rigkiln::optimize::test {
namespace {

using gltf::test::bytesOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

/// Moves the buffer of the file into a file beside it.
std::vector<std::byte> withBufferBeside(GltfBuilder builder, FilesBeside& beside) {
    Json json = Json::parse(builder.gltf());
    const std::vector<std::byte> glb = builder.glb();
    const std::size_t length = json["buffers"][0]["byteLength"];
    beside.files["data.bin"] = {glb.end() - static_cast<std::ptrdiff_t>(length), glb.end()};
    json["buffers"][0]["uri"] = "data.bin";
    return bytesOf(json.dump(4));
}

TEST(Containers, EmbeddedBuffersStayEmbedded) {
    const Optimized result = optimized(bytesOf(swing().gltf()), {.name = "out.gltf"});
    ASSERT_EQ(result.error, "");
    EXPECT_THAT(result.files.set, SizeIs(1));
    EXPECT_THAT(result.json()["buffers"][0]["uri"].get<std::string>(), StartsWith("data:application"));
    EXPECT_EQ(sceneOf(result.main).meshes, sceneOf(swing().glb()).meshes);
}

TEST(Containers, BuffersBesideTheFileAreNamedByTheirContent) {
    FilesBeside beside;
    const std::vector<std::byte> file = withBufferBeside(swing(), beside);
    const Optimized result = optimized(file, {.name = "out.gltf"}, beside);
    ASSERT_THAT(result.files.set, SizeIs(2));
    const std::string name = result.files.set.front().name;
    EXPECT_THAT(name, testing::MatchesRegex("out\\.[0-9a-f]{16}\\.bin"));
    EXPECT_EQ(result.json()["buffers"][0]["uri"], name);
    EXPECT_EQ(result.json()["buffers"][0]["byteLength"], result.files.set.front().sizeBytes());
}

TEST(Containers, JsonKeepsItsIndentation) {
    FilesBeside beside;
    const std::vector<std::byte> file = withBufferBeside(swing(), beside);
    const Optimized result = optimized(file, {.name = "out.gltf"}, beside);
    const std::string text = result.json().dump(4);
    EXPECT_EQ(result.main, bytesOf(text));
}

TEST(Containers, GltfBecomesGlbWithItsBufferAsChunk) {
    FilesBeside beside;
    const std::vector<std::byte> file = withBufferBeside(swing(), beside);
    const Optimized result = optimized(file, {.name = "out.glb"}, beside);
    EXPECT_THAT(result.files.set, SizeIs(1));
    EXPECT_FALSE(result.json()["buffers"][0].contains("uri"));
    EXPECT_EQ(result.main, optimized(swing().glb()).main);
}

TEST(Containers, GlbBecomesGltfWithAFileBesideIt) {
    const Optimized result = optimized(swing().glb(), {.name = "out.gltf"});
    ASSERT_THAT(result.files.set, SizeIs(2));
    EXPECT_EQ(result.json()["buffers"][0]["uri"], result.files.set.front().name);
    FilesBeside beside;
    for (const SharedBytes& piece : result.files.set.front().pieces)
        beside.files[result.files.set.front().name] = {piece.begin(), piece.end()};
    EXPECT_EQ(optimized(result.main, {.name = "out.glb"}, beside).main, optimized(swing().glb()).main);
}

TEST(Containers, UnknownChunksStay) {
    const GltfBuilder builder = swing();
    std::vector<std::byte> file = builder.glb();
    const std::vector<std::byte> chunk = bytesOf(std::string_view("\4\0\0\0ABCDwxyz", 12));
    file.insert(file.end(), chunk.begin(), chunk.end());
    const auto size = static_cast<std::uint32_t>(file.size());
    for (unsigned i = 0; i < 4; ++i)
        file[8 + i] = static_cast<std::byte>(size >> (8 * i));
    const Optimized result = optimized(file);
    ASSERT_EQ(result.error, "");
    const std::string text(reinterpret_cast<const char*>(result.main.data()), result.main.size());
    EXPECT_THAT(text, EndsWith("ABCDwxyz"));
}

TEST(Containers, FilesBesideTheInputComeAlongToAnotherFolder) {
    GltfBuilder builder = swing();
    builder.json["images"].push_back({{"uri", "skin%20a.png"}});
    FilesBeside beside;
    beside.files["skin a.png"] = bytesOf("picture");
    const Optimized result = optimized(builder.glb(), {.isSameFolder = false}, beside);
    ASSERT_THAT(result.files.companions, SizeIs(1));
    EXPECT_EQ(result.files.companions.front().path, "skin a.png");
    EXPECT_THAT(optimized(builder.glb(), {}, beside).files.companions, SizeIs(0));
}

TEST(Containers, FilesThatCannotComeAlongAreNamed) {
    GltfBuilder builder = swing();
    builder.json["images"].push_back({{"uri", "../textures/skin.png"}});
    FilesBeside beside;
    const Optimized result = optimized(builder.glb(), {.isSameFolder = false}, beside);
    EXPECT_THAT(result.error, HasSubstr("images[0].uri"));
    EXPECT_THAT(result.error, HasSubstr("write the output beside the input"));
    EXPECT_EQ(optimized(builder.glb(), {}, beside).error, "");
}

}  // namespace
}  // namespace rigkiln::optimize::test
