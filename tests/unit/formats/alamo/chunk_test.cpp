#include <array>
#include <cstdint>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "formats/alamo/chunk_reader.hpp"
#include "formats/alamo/chunk_writer.hpp"
#include "pipeline/binary/format_error.hpp"
#include "tests/support/alamo/chunk_bytes.hpp"
#include "tests/support/format_error_text.hpp"

namespace rigkiln::alamo {
namespace {

Bytes textBody(std::string_view text) {
    Bytes bytes;
    for (const char character : text)
        bytes.push_back(static_cast<std::byte>(character));
    return bytes;
}

std::string readTextError(const Bytes& body) {
    FieldPath path;
    ByteReader reader(body, path);
    return errorOf([&] { (void)readText(reader, "name"); });
}

TEST(ReadWhole, RefusesBytesBehindTheNumber) {
    const Bytes bytes = {std::byte{1}, std::byte{0}, std::byte{0}, std::byte{0}, std::byte{9}};
    FieldPath path;
    const Bytes four(bytes.begin(), bytes.begin() + 4);
    ByteReader exact(four, path);
    std::uint32_t number = 0;
    readWhole(exact, "number", number);
    EXPECT_EQ(number, 1U);
    ByteReader longer(bytes, path);
    EXPECT_EQ(errorOf([&] { readWhole(longer, "number", number); }),
              "number at 0x4: 1 bytes follow the end of file");
    ByteReader pair(bytes, path);
    std::array<std::uint16_t, 2> numbers{};
    EXPECT_EQ(errorOf([&] { readWhole(pair, "numbers", numbers); }),
              "numbers at 0x4: 1 bytes follow the end of file");
}

TEST(StoredCount, RefusesWhatThirtyTwoBitsDoNotHold) {
    const ChunkOutput out;
    EXPECT_EQ(storedCount(out, "keys", 0xFFFFFFFF), 0xFFFFFFFFU);
    try {
        (void)storedCount(out, "keys", 0x100000000);
        ADD_FAILURE() << "not refused";
    } catch (const EncodeError& error) {
        EXPECT_STREQ(error.what(), "keys: 4294967296 is above 4294967295");
    }
}

TEST(NextChunk, MasksTheContainerFlagOutOfTheSize) {
    const Bytes bytes = containerChunk(0x200, dataChunk(0x201, u32(7)));
    FieldPath path;
    ByteReader reader(bytes, path);
    const auto chunk = nextChunk(reader);
    ASSERT_TRUE(chunk);
    EXPECT_EQ(chunk->id, 0x200U);
    EXPECT_EQ(chunk->kind, ChunkBody::Container);
    EXPECT_EQ(chunk->body.size(), 12U);
    EXPECT_FALSE(nextChunk(reader));
}

TEST(NextChunk, RefusesASizePastTheEndOfTheParent) {
    Bytes bytes = containerChunk(0x200, dataChunk(0x201, u32(7)));
    overwriteU32(bytes, 12, 5);
    FieldPath path;
    ByteReader reader(bytes, path);
    const auto parent = nextChunk(reader);
    ASSERT_TRUE(parent);
    ByteReader body = parent->body;
    EXPECT_EQ(errorOf([&] { (void)nextChunk(body); }),
              "size at 0xC: chunk 0x201 has 5 bytes, 4 are left in its parent");
}

TEST(NextChunk, RefusesAHeaderThatIsCutOff) {
    const Bytes bytes = fromHex("00 02 00 00 00");
    FieldPath path;
    ByteReader reader(bytes, path);
    EXPECT_EQ(errorOf([&] { (void)nextChunk(reader); }),
              "chunk size at 0x4: needs 4 bytes, 1 are left in file");
}

TEST(NextMini, RefusesASizePastTheEndOfItsChunk) {
    const Bytes bytes = fromHex("05 03 41 00");
    FieldPath path;
    ByteReader reader(bytes, path);
    EXPECT_EQ(errorOf([&] { (void)nextMini(reader); }),
              "size at 0x1: mini-chunk 5 has 3 bytes, 2 are left in its parent");
}

TEST(ReadText, LeavesOutTheTerminatorAndKeepsSpaces) {
    const Bytes body = textBody(std::string_view("Arm \t\0", 6));
    FieldPath path;
    ByteReader reader(body, path);
    EXPECT_EQ(readText(reader, "name"), "Arm \t");
}

TEST(ReadText, RefusesAMissingTerminator) {
    EXPECT_EQ(readTextError(textBody("Arm")), "name at 0x0: text of 3 bytes does not end in a NUL");
    EXPECT_EQ(readTextError({}), "name at 0x0: text of 0 bytes does not end in a NUL");
}

TEST(ReadText, RefusesAnEarlyTerminator) {
    EXPECT_EQ(readTextError(textBody(std::string_view("Ar\0m\0", 5))),
              "name at 0x0: text of 5 bytes has a NUL at byte 2, the only one must be its last");
}

TEST(ChunkList, TakesChunksInWhateverOrderTheyStand) {
    const Bytes bytes = joined({dataChunk(2, u32(20)), dataChunk(1, u32(10))});
    FieldPath path;
    ChunkList chunks = ChunkList::ofChunks(ByteReader(bytes, path));
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    chunks.field(1, "first", first);
    chunks.field(2, "second", second);
    EXPECT_EQ(first, 10U);
    EXPECT_EQ(second, 20U);
}

TEST(ChunkList, HandsOutWhatNobodyTookWithItsPlaceAmongTheSiblings) {
    const Bytes bytes = joined({dataChunk(1, {}), containerChunk(9, dataChunk(8, {})), dataChunk(1, {})});
    FieldPath path;
    ChunkList chunks = ChunkList::ofChunks(ByteReader(bytes, path));
    EXPECT_EQ(chunks.takeAll({1}, ChunkBody::Data, "one").size(), 2U);
    const auto rest = chunks.takeRest();
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(rest[0], (UnknownChunk{.id = 9, .isContainer = true, .position = 1, .body = dataChunk(8, {})}));
}

TEST(ChunkList, RefusesMoreMinisThanAnyChunkHas) {
    FieldPath path;
    const Bytes bytes(2 * (kMostMinis + 1));
    EXPECT_EQ(ChunkList::ofMinis(ByteReader(std::span(bytes).subspan(2), path)).takeRest().size(),
              kMostMinis);
    EXPECT_EQ(errorOf([&] { (void)ChunkList::ofMinis(ByteReader(bytes, path)); }),
              "list at 0x0: 10001 mini-chunks, at most 10000 are read");
}

TEST(CheckChunkCount, CountsTheChunksOfAllContainers) {
    constexpr std::size_t kMost = 10;
    const Bytes half(4 * kMost - 8);
    EXPECT_TRUE(checkChunkCount(joined({containerChunk(1, half), containerChunk(2, half)}), kMost));
    const auto counted = checkChunkCount(
        joined({containerChunk(1, half), containerChunk(2, half), dataChunk(3, half)}), kMost);
    ASSERT_FALSE(counted);
    EXPECT_EQ(counted.error().text(), "chunks: 11, at most 10 are read");
}

TEST(ChunkList, RefusesAMissingChunk) {
    FieldPath path;
    ChunkList chunks = ChunkList::ofChunks(ByteReader({}, path));
    EXPECT_EQ(errorOf([&] { (void)chunks.takeData(0x401, "name"); }), "name at 0x0: chunk 0x401 is missing");
}

TEST(ChunkList, RefusesAChunkThatOccursTwice) {
    const Bytes bytes = joined({mini(4, u32(1)), mini(4, u32(1))});
    FieldPath path;
    ChunkList minis = ChunkList::ofMinis(ByteReader(bytes, path));
    EXPECT_EQ(errorOf([&] { (void)minis.takeOptionalData(4, "name"); }),
              "name at 0x6: mini-chunk 4 occurs twice, at most one is expected");
}

TEST(ChunkList, RefusesAContainerWhereDataIsExpectedAndTheOtherWayRound) {
    const Bytes bytes = joined({containerChunk(1, {}), dataChunk(2, {})});
    FieldPath path;
    ChunkList chunks = ChunkList::ofChunks(ByteReader(bytes, path));
    EXPECT_EQ(errorOf([&] { (void)chunks.takeData(1, "one"); }),
              "one at 0x0: chunk 0x1 is marked as a container, data is expected");
    EXPECT_EQ(errorOf([&] { (void)chunks.takeContainer(2, "two"); }),
              "two at 0x8: chunk 0x2 is marked as data, a container is expected");
}

TEST(ChunkList, RefusesAValueThatDoesNotFillItsChunk) {
    const Bytes bytes = mini(1, joined({u32(1), u32(2)}));
    FieldPath path;
    ChunkList minis = ChunkList::ofMinis(ByteReader(bytes, path));
    std::uint32_t value = 0;
    EXPECT_EQ(errorOf([&] { minis.field(1, "frameCount", value); }),
              "frameCount at 0x6: 4 bytes follow the end of mini-chunk");
}

TEST(ChunkWriter, PutsUnknownChunksBackWhereTheyStood) {
    ChunkOutput out;
    const std::vector<UnknownChunk> unknown = {{.id = 7, .position = 0, .body = {}},
                                               {.id = 8, .isContainer = true, .position = 2, .body = {}},
                                               {.id = 9, .position = 4, .body = u32(1)}};
    ChunkWriter writer(out, unknown);
    for (const std::uint32_t id : {1U, 2U})
        writer.data(id, [](ByteWriter&) {});
    writer.finish();
    EXPECT_EQ(std::move(out.bytes).finish(),
              joined({dataChunk(7, {}), dataChunk(1, {}), containerChunk(8, {}), dataChunk(2, {}),
                      dataChunk(9, u32(1))}));
}

TEST(ChunkWriter, FillsInTheSizesOfNestedChunks) {
    ChunkOutput out;
    ChunkWriter writer(out, {});
    writer.container(1, {}, [](ChunkWriter& inner) {
        inner.data(2, [](ByteWriter& bytes) { bytes.write<std::uint32_t>(5); });
        inner.minis(3, {}, [](MiniWriter& minis) { minis.field(4, "name", std::string("A")); });
    });
    EXPECT_EQ(std::move(out.bytes).finish(),
              containerChunk(1, joined({dataChunk(2, u32(5)), dataChunk(3, mini(4, fromHex("41 00")))})));
}

TEST(MiniWriter, AcceptsATextOf254BytesAndRefusesALongerOne) {
    ChunkOutput out;
    MiniWriter minis(out, {});
    const auto scope = out.enter("bone", 3);
    minis.field(4, "name", std::string(254, 'x'));
    EXPECT_EQ(out.bytes.offset(), 2U + 255U);
    EXPECT_EQ(errorOf([&] { minis.field(4, "name", std::string(255, 'x')); }),
              "bone[3].name: text has 255 bytes, at most 254 fit");
}

TEST(MiniWriter, RefusesATextWithANul) {
    ChunkOutput out;
    MiniWriter minis(out, {});
    EXPECT_EQ(errorOf([&] { minis.field(4, "name", std::string("A\0B", 3)); }),
              "name: text of 3 bytes has a NUL at byte 1, none is allowed");
}

TEST(MiniWriter, RefusesAnUnknownMiniThatDoesNotFit) {
    ChunkOutput out;
    const std::vector<UnknownChunk> tooLong = {{.id = 5, .position = 0, .body = Bytes(256)}};
    EXPECT_EQ(errorOf([&] { MiniWriter(out, tooLong).finish(); }),
              "unknown mini-chunk: mini-chunk has 256 bytes, at most 255 fit");
    const std::vector<UnknownChunk> tooHigh = {{.id = 256, .position = 0, .body = {}}};
    EXPECT_EQ(errorOf([&] { MiniWriter(out, tooHigh).finish(); }),
              "unknown mini-chunk: mini-chunk id 256 is above 255");
}

}  // namespace
}  // namespace rigkiln::alamo
