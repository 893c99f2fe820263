#include "formats/bfres/file/bfres_file.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_dump.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

class BfresFileOfVersion : public testing::TestWithParam<Layout> {};

TEST_P(BfresFileOfVersion, SurvivesEncodingWithEverythingInIt) {
    const BfresFile file = corpus::makeBfresFile(GetParam());
    const BfresFile decoded = decodeBfres(encodeBfres(file));
    EXPECT_EQ(decoded.models, file.models);
    EXPECT_EQ(decoded.skeletalAnimations, file.skeletalAnimations);
    EXPECT_EQ(decoded.patternAnimations, file.patternAnimations);
    EXPECT_EQ(decoded.boneVisibility, file.boneVisibility);
    EXPECT_EQ(decoded.materialVisibility, file.materialVisibility);
    EXPECT_EQ(decoded, file);
}

TEST_P(BfresFileOfVersion, MayBeEmpty) {
    BfresFile file;
    file.layout = GetParam();
    file.name = "nothing";
    EXPECT_EQ(decodeBfres(encodeBfres(file)), file);
}

TEST_P(BfresFileOfVersion, StatesItsOwnSizeAndHoldsOnlyZeroesInGaps) {
    const Bytes bytes = encodeBfres(corpus::makeBfresFile(GetParam()));
    EXPECT_EQ(readLayout(bytes), GetParam());
    EXPECT_EQ(bytes.size() % 4, 0U);
}

TEST_P(BfresFileOfVersion, MayHaveVerticesWithoutData) {
    BfresFile file = corpus::makeBfresFile(GetParam());
    VertexArray& empty = file.models.front().vertexArrays.emplace_back();
    empty.index = 1;
    empty.vertexCount = 7;
    EXPECT_EQ(decodeBfres(encodeBfres(file)), file);
}

INSTANTIATE_TEST_SUITE_P(Versions, BfresFileOfVersion, testing::ValuesIn(corpus::bfresLayouts()),
                         [](const auto& version) {
                             std::string name = version.param.versionText();
                             std::ranges::replace(name, '.', '_');
                             return (version.param.isSwitch() ? "Switch" : "WiiU") + name;
                         });

TEST(BfresFile, PutsStringsInAPoolSortedAndTheEmptyOneLast) {
    BfresFile file;
    file.layout = kWiiU;
    file.name = "b";
    for (const char* name : {"c", "a"}) {
        SkeletalAnimation& animation = file.skeletalAnimations.emplace_back();
        animation.name = name;
    }
    const StringPlaces pool = readStringPool(encodeBfres(file));
    std::vector<std::pair<Place, std::string>> strings;
    strings.reserve(pool.size());
    for (const auto& [text, place] : pool)
        strings.emplace_back(place, text);
    std::ranges::sort(strings);
    std::vector<std::string> texts;
    texts.reserve(strings.size());
    for (const auto& [place, text] : strings)
        texts.push_back(text);
    EXPECT_EQ(texts, (std::vector<std::string>{"a", "b", "c", ""}));
}

TEST(BfresFile, NamesSectionsThatAreNotRead) {
    // A dictionary of scenes with one entry that points at no known section.
    Bytes file = encodeBfres({.layout = kWiiU, .name = "scene"});
    const auto start = static_cast<unsigned>(file.size());
    const Bytes dictionary = fromHex(
        "00000028 00000001 ffffffff 0001 0000 00000000 00000000"
        "00000006 0000 0001 0000000c 00000008 00000003 43757400");
    file.insert(file.end(), dictionary.begin(), dictionary.end());
    overwrite(file, 0x0C, fmt::format("{:08x}", file.size()));
    overwrite(file, 0x48, fmt::format("{:08x}", start - 0x48));
    overwrite(file, 0x64, "0001");
    const BfresFile decoded = decodeBfres(file);
    EXPECT_EQ(decoded.unread[static_cast<std::size_t>(Group::Scenes)], (std::vector<std::string>{"Cut"}));
    EXPECT_NE(dumpBfres(file).find("\nFSCN scenes Cut: not read\n"), std::string::npos) << dumpBfres(file);
    EXPECT_EQ(errorOf([&] { (void)encodeBfres(decoded); }),
              "FSCN scenes: 1 sections, which are not read and cannot be written");
}

TEST(BfresFile, RefusesSectionsWithoutADictionaryThatDoNotFit) {
    constexpr std::size_t kArrayOfScenes = 0x78;
    constexpr std::size_t kCountOfScenes = 0xC6;
    Bytes file = encodeBfres({.layout = {Console::Switch, 0x00050003}, .name = "scene"});
    overwrite(file, kArrayOfScenes, "1000000000000000");
    overwrite(file, kCountOfScenes, "ffff");
    EXPECT_EQ(errorOf([&] { (void)decodeBfres(file); }),
              fmt::format("FSCN scenes.array at 0x10: 65535 elements of at least 1 bytes do not fit, {} "
                          "bytes are left in file",
                          file.size() - 0x10));
    overwrite(file, kCountOfScenes, "0100");
    EXPECT_EQ(decodeBfres(file).unread[static_cast<std::size_t>(Group::Scenes)],
              (std::vector<std::string>{""}));
}

TEST(Shape, AddsItsFirstVertexToEveryIndex) {
    Mesh mesh;
    mesh.indexFormat = 4;
    mesh.indexCount = 2;
    mesh.firstVertex = 0xFFFFFFFF;
    mesh.indices.bytes = fromHex("0001 0100");
    EXPECT_EQ(indicesOf(mesh, Console::WiiU), (std::vector<std::uint64_t>{0x100000000, 0x1000000FF}));
    mesh.firstVertex = 1;
    mesh.indexFormat = 0;  // little-endian
    EXPECT_EQ(indicesOf(mesh, Console::WiiU), (std::vector<std::uint64_t>{0x101, 2}));
    mesh.indexFormat = 1;
    EXPECT_EQ(indicesOf(mesh, Console::Switch), (std::vector<std::uint64_t>{0x101, 2}));
    mesh.indexFormat = 0;
    EXPECT_EQ(indicesOf(mesh, Console::Switch), (std::vector<std::uint64_t>{1, 2}));
    mesh.indexFormat = 7;
    EXPECT_TRUE(indicesOf(mesh, Console::WiiU).empty());
}

TEST(Shape, KnowsTheSizesOfIndices) {
    EXPECT_EQ(indexSize(Console::WiiU, 0), 2U);
    EXPECT_EQ(indexSize(Console::WiiU, 1), 4U);
    EXPECT_EQ(indexSize(Console::WiiU, 4), 2U);
    EXPECT_EQ(indexSize(Console::WiiU, 9), 4U);
    EXPECT_EQ(indexSize(Console::WiiU, 2), 0U);
    EXPECT_EQ(indexSize(Console::Switch, 0), 1U);
    EXPECT_EQ(indexSize(Console::Switch, 2), 4U);
    EXPECT_EQ(indexSize(Console::Switch, 3), 0U);
}

}  // namespace
}  // namespace rigkiln::bfres
