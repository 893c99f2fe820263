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

/// Indents JSON as most programs do: lists of numbers are on one line.
std::string shortlyIndented(const Json& json) {
    std::string text;
    for (const char c : json.dump()) {
        text += c;
        if (c == '{' || c == '}') text += '\n';
    }
    return "{\n  " + text.substr(2);
}

/// Bytes of all files that an output replaces or is.
std::size_t sizeOf(const EditedFiles& files) {
    std::size_t bytes = 0;
    for (const OutputFile& file : files.set)
        bytes += file.sizeBytes();
    return bytes;
}

/// The swing, with a list of short numbers that is larger than its keys.
std::vector<std::byte> withManyNumbers(FilesBeside& beside) {
    GltfBuilder builder = swing();
    builder.json["extras"]["numbers"] = std::vector<double>(4000, 0.5);
    const std::vector<std::byte> plain = withBufferBeside(builder, beside);
    const std::string_view text(reinterpret_cast<const char*>(plain.data()), plain.size());
    return bytesOf(shortlyIndented(Json::parse(text)));
}

TEST(Containers, JsonThatIndentationWouldMakeLargerIsOnOneLine) {
    FilesBeside beside;
    const std::vector<std::byte> file = withManyNumbers(beside);
    const Optimized result = optimized(file, {.name = "out.gltf"}, beside);
    ASSERT_EQ(result.error, "");
    EXPECT_EQ(result.main, bytesOf(result.json().dump()));
    EXPECT_LT(sizeOf(result.files), file.size() + beside.files["data.bin"].size());
    EXPECT_LT(result.reductions.front().keysAfter, result.reductions.front().keysBefore);
}

TEST(Containers, AFileThatStaysAsItIsGoesToAnotherFolderWithItsFiles) {
    for (const bool isGlb : {false, true}) {
        SCOPED_TRACE(isGlb);
        GltfBuilder builder = swing();
        builder.json["animations"].clear();
        builder.json["images"].push_back({{"uri", "skin.png"}});
        FilesBeside beside;
        beside.files["skin.png"] = bytesOf("picture");
        const std::vector<std::byte> file = isGlb ? builder.glb() : withBufferBeside(builder, beside);
        const std::string name = isGlb ? "out.glb" : "out.gltf";
        const Optimized result = optimized(file, {.name = name, .isSameFolder = false}, beside);
        ASSERT_EQ(result.error, "");
        EXPECT_EQ(result.main, file);
        EXPECT_THAT(result.files.set, SizeIs(1));
        ASSERT_THAT(result.files.companions, SizeIs(isGlb ? 1 : 2));
        EXPECT_EQ(result.files.companions.back().path, "skin.png");
    }
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
