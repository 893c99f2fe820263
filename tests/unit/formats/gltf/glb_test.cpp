#include "formats/gltf/glb.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/binary/format_error.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::bytesOf;
using test::glbOf;
using testing::HasSubstr;

constexpr std::string_view kBin("BIN\0", 4);

std::string errorOf(std::span<const std::byte> file) {
    try {
        (void)splitContainer(file);
    } catch (const FormatError& error) {
        return error.what();
    }
    return "none";
}

TEST(Glb, HasJsonAndBinaryChunk) {
    const auto file = glbOf({{"JSON", bytesOf("{}  ")}, {kBin, bytesOf("data")}});
    const Container container = splitContainer(file);
    EXPECT_TRUE(container.isGlb);
    EXPECT_EQ(container.json, "{}  ");
    EXPECT_EQ(container.jsonOffset, 20U);
    EXPECT_EQ(container.binary.size(), 4U);
    EXPECT_EQ(container.binaryOffset, 32U);
}

TEST(Glb, UnknownChunksAreSkipped) {
    const auto file = glbOf({{"JSON", bytesOf("{}  ")}, {"WHAT", bytesOf("????")}, {kBin, bytesOf("data")}});
    EXPECT_EQ(splitContainer(file).binary.size(), 4U);
}

TEST(Glb, WhatIsNoGlbIsAllJson) {
    const auto file = bytesOf("{}");
    EXPECT_FALSE(splitContainer(file).isGlb);
    EXPECT_EQ(splitContainer(file).json, "{}");
}

TEST(Glb, RefusesAnotherVersion) {
    auto file = glbOf({{"JSON", bytesOf("{}  ")}});
    file[4] = std::byte{1};
    EXPECT_EQ(errorOf(file), "version at 0x4: is 1, expected 2");
}

TEST(Glb, RefusesALengthAboveTheFile) {
    auto file = glbOf({{"JSON", bytesOf("{}  ")}});
    file[8] = std::byte{25};
    EXPECT_EQ(errorOf(file), "length at 0x8: is 25, expected at least 12 and at most the file's 24");
}

TEST(Glb, RefusesAnotherFirstChunk) {
    EXPECT_THAT(errorOf(glbOf({{kBin, bytesOf("data")}})),
                HasSubstr("chunk[0].type at 0x10: is 0x4E4942, the first is JSON"));
}

TEST(Glb, RefusesASecondOfEither) {
    const auto json = std::pair<std::string_view, std::vector<std::byte>>("JSON", bytesOf("{}  "));
    const auto binary = std::pair<std::string_view, std::vector<std::byte>>(kBin, bytesOf("data"));
    EXPECT_THAT(errorOf(glbOf({json, json})), HasSubstr("chunk[1].type"));
    EXPECT_THAT(errorOf(glbOf({json, binary, binary})), HasSubstr("chunk[2].type"));
}

TEST(Glb, RefusesAChunkBehindTheEnd) {
    auto file = glbOf({{"JSON", bytesOf("{}  ")}});
    file[12] = std::byte{5};
    EXPECT_THAT(errorOf(file), HasSubstr("chunk[0].data"));
}

TEST(Glb, RefusesAFileWithoutChunks) {
    EXPECT_THAT(errorOf(glbOf({})), HasSubstr("chunk[0] at 0xC: is missing, expected JSON"));
}

}  // namespace
}  // namespace rigkiln::gltf
