#include <gtest/gtest.h>

#include "pipeline/binary/byte_writer.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"
#include "tests/unit/formats/swat3/written_fields.hpp"

namespace rigkiln::swat3 {
namespace {

void writeHead(ByteWriter& file, std::uint8_t minor) {
    for (const int octet :
         {0xCF, 0xD0, 0x09, 0xA8, 0x2A, 0x1F, 0xD2, 0x11, 0x87, 0x49, 0x00, 0x20, 0xAF, 0xE6, 0x36, 0xEE}) {
        file.write(static_cast<std::uint8_t>(octet));
    }
    file.write(minor);
    file.write(std::uint8_t{4});
    writeShorts(file, {7, 10, 8});  // unknown, frame rate, unknown
    writeShorts(file, {1, 0});      // one skeleton, its id
    writeText(file, "SwatGuy");
    writeShorts(file, {2, 0});  // two bones, the id of the first
    writeText(file, "Biped");
    writeShorts(file, {0xFFFF});
    writeFloats(file, {1, 2, 3, 0, 0, 0, 1});
    writeShorts(file, {1});
    writeText(file, "Head");
    writeShorts(file, {0});
    writeFloats(file, {4, 5, 6, 0, 1, 0, 0});
    writeShorts(file, {0xFFFF});  // the end of the bones
}

void writeFrameOfTheHead(ByteWriter& file, float rootX) {
    writeFloats(file, {0, 0, 0, 0, 0, 0, 1});  // origin: position, rotation
    writeFloats(file, {rootX, 0, 0});          // root
    writeFloats(file, {1, 0, 0, 0});           // the one listed bone
}

// Version 4.2 with the second bone alone, two frames, and one event in the second frame.
Bytes handMadeClip() {
    ByteWriter file;
    writeHead(file, 2);
    writeShorts(file, {1, 1});  // one bone is listed: 1
    writeShorts(file, {2});     // frames
    writeFrameOfTheHead(file, 0);
    writeShorts(file, {0});  // no events
    writeFrameOfTheHead(file, 0.5F);
    writeShorts(file, {1});
    writeText(file, std::string_view("sound=A\0", 8));  // the length counts the NUL
    return std::move(file).finish();
}

TEST(GsaBytes, DecodeToTheFieldsInTheOrderOfTheFile) {
    const GsaFile file = decoded<GsaFile>(handMadeClip());
    EXPECT_EQ(file.versionMajor, 4);
    EXPECT_EQ(file.versionMinor, 2);
    EXPECT_EQ(file.unknown0, 7);
    EXPECT_EQ(file.frameRate, 10);
    EXPECT_EQ(file.unknown1, 8);
    ASSERT_EQ(file.skeletons.size(), 1U);
    ASSERT_EQ(file.skeletons[0].bones.size(), 2U);
    EXPECT_EQ(file.skeletons[0].bones[1].name, "Head");
    EXPECT_TRUE(file.hasMarker);
    EXPECT_EQ(file.animatedBones, (std::vector<std::uint16_t>{1}));
    EXPECT_TRUE(file.hasEventCounts);
    EXPECT_EQ(
        file.frames,
        (std::vector<GsaFrame>{
            {.originPosition = {0, 0, 0}, .originRotation = {0, 0, 0, 1}, .rootPosition = {0, 0, 0}},
            {.originPosition = {0, 0, 0}, .originRotation = {0, 0, 0, 1}, .rootPosition = {0.5F, 0, 0}}}));
    EXPECT_EQ(file.rotations, (std::vector<Float4>{{1, 0, 0, 0}, {1, 0, 0, 0}}));
    EXPECT_EQ(file.events, (std::vector<std::vector<GsaEvent>>{{}, {std::string("sound=A\0", 8)}}));
    EXPECT_EQ(eventText(file.events[1][0]), "sound=A");
}

TEST(GsaBytes, EncodeToThemselves) {
    EXPECT_EQ(encoded(decoded<GsaFile>(handMadeClip())), handMadeClip());
}

TEST(GsaBytes, OfVersion41HaveNoEventCountsAndOfAnEmptyListAllBones) {
    ByteWriter writer;
    writeHead(writer, 1);
    writeShorts(writer, {0, 1});  // no list, one frame
    writeFloats(writer, {0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 1, 0, 1, 0, 0});
    const Bytes bytes = std::move(writer).finish();
    const GsaFile file = decoded<GsaFile>(bytes);
    EXPECT_FALSE(file.hasEventCounts);
    EXPECT_EQ(rotationsPerFrame(file), 2U);
    EXPECT_EQ(file.rotations, (std::vector<Float4>{{0, 0, 0, 1}, {0, 1, 0, 0}}));
    EXPECT_TRUE(file.events.empty());
    EXPECT_EQ(encoded(file), bytes);
}

}  // namespace
}  // namespace rigkiln::swat3
