#include "pipeline/binary/byte_reader.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pipeline/binary/pair.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

constexpr std::array<std::byte, 8> kBytes = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                             std::byte{5}, std::byte{6}, std::byte{7}, std::byte{8}};

/// Message of the FormatError that `read` throws.
template <class Read>
std::string errorOf(const Read& read) {
    try {
        read();
    } catch (const FormatError& error) {
        return error.what();
    }
    return "no error";
}

class ByteReaderTest : public testing::Test {
protected:
    FieldPath path;
    ByteReader reader{kBytes, path};
    ByteReader bigEndian{kBytes, path, std::endian::big};
};

TEST_F(ByteReaderTest, ReadsNumbersInBothByteOrders) {
    EXPECT_EQ(reader.read<std::uint32_t>("number"), 0x04030201U);
    EXPECT_EQ(bigEndian.read<std::uint32_t>("number"), 0x01020304U);
}

TEST_F(ByteReaderTest, ReadsArraysInBothByteOrders) {
    EXPECT_THAT((reader.readArray<std::uint16_t, 2>("pair")), ElementsAre(0x0201, 0x0403));
    EXPECT_THAT((bigEndian.readArray<std::uint16_t, 2>("pair")), ElementsAre(0x0102, 0x0304));
}

TEST_F(ByteReaderTest, ReadsVectorsInBothByteOrders) {
    EXPECT_THAT(reader.readVector<std::uint16_t>("numbers", 2), ElementsAre(0x0201, 0x0403));
    EXPECT_THAT(bigEndian.readVector<std::uint16_t>("numbers", 2), ElementsAre(0x0102, 0x0304));
}

TEST_F(ByteReaderTest, ReadsRecordsWordByWord) {
    const auto records = bigEndian.readRecords<Pair>("pairs", 1);
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].first, 0x01020304U);
    EXPECT_EQ(records[0].second, 0x05060708U);
}

TEST_F(ByteReaderTest, KnowsWhereItStands) {
    (void)reader.take("head", 3);
    EXPECT_EQ(reader.offset(), 3U);
    EXPECT_EQ(reader.left(), 5U);
    EXPECT_EQ(reader.size(), 8U);
    EXPECT_FALSE(reader.atEnd());
}

TEST_F(ByteReaderTest, CopiesBytes) {
    EXPECT_THAT(reader.readBytes("bytes", 2), ElementsAre(std::byte{1}, std::byte{2}));
}

TEST_F(ByteReaderTest, RejectsReadsPastTheEndAndStaysWhereItWas) {
    (void)reader.take("head", 6);
    EXPECT_EQ(errorOf([&] { reader.read<std::uint32_t>("number"); }),
              "number at 0x6: needs 4 bytes, 2 are left in file");
    EXPECT_EQ(reader.offset(), 6U);
}

TEST_F(ByteReaderTest, RejectsSizesThatWouldOverflow) {
    (void)reader.take("head", 1);
    EXPECT_EQ(errorOf([&] { (void)reader.take("all", std::numeric_limits<std::size_t>::max()); }),
              "all at 0x1: needs 18446744073709551615 bytes, 7 are left in file");
}

TEST_F(ByteReaderTest, RejectsCountLargerThanTheFile) {
    EXPECT_EQ(errorOf([&] { reader.readVector<std::uint32_t>("keys", 3); }),
              "keys at 0x0: 3 elements of at least 4 bytes do not fit, 8 bytes are left in file");
}

TEST_F(ByteReaderTest, RejectsCountThatWouldOverflowBeforeAllocating) {
    const std::size_t quarter = std::numeric_limits<std::size_t>::max() / 4 + 2;
    EXPECT_NE(errorOf([&] { reader.readVector<std::uint32_t>("keys", quarter); }), "no error");
    EXPECT_NE(errorOf([&] { reader.readRecords<Pair>("pairs", quarter); }), "no error");
}

TEST_F(ByteReaderTest, AcceptsAnyCountOfElementsWithoutSize) {
    EXPECT_EQ(reader.checkedCount("empty", 1000, 0), 1000U);
}

TEST_F(ByteReaderTest, NamesNestedElementsInErrors) {
    const auto bone = reader.enter("bone", 3);
    const auto name = reader.enter("name");
    EXPECT_EQ(errorOf([&] { reader.fail("length", "is 9"); }), "bone[3].name.length at 0x0: is 9");
}

TEST_F(ByteReaderTest, ForgetsElementsThatAreLeft) {
    { const auto bone = reader.enter("bone", 3); }
    EXPECT_EQ(errorOf([&] { reader.fail({}, "is empty"); }), "file at 0x0: is empty");
}

TEST_F(ByteReaderTest, SectionsEndWhereTheyWereCut) {
    (void)reader.take("head", 2);
    ByteReader section = reader.section("chunk", 3, "chunk 0x10");
    EXPECT_EQ(reader.offset(), 5U);
    EXPECT_EQ(section.offset(), 2U);
    EXPECT_EQ(errorOf([&] { section.read<std::uint32_t>("number"); }),
              "number at 0x2: needs 4 bytes, 3 are left in chunk 0x10");
}

TEST_F(ByteReaderTest, SectionsKeepTheByteOrder) {
    ByteReader section = bigEndian.section("chunk", 2, "chunk");
    EXPECT_EQ(section.order(), std::endian::big);
    EXPECT_EQ(section.read<std::uint16_t>("number"), 0x0102);
    EXPECT_TRUE(section.atEnd());
}

TEST_F(ByteReaderTest, SectionsDoNotReachPastTheirParent) {
    EXPECT_EQ(errorOf([&] { (void)reader.section("chunk", 9, "chunk"); }),
              "chunk at 0x0: needs 9 bytes, 8 are left in file");
}

TEST_F(ByteReaderTest, ExpectsTheEnd) {
    EXPECT_EQ(errorOf([&] { reader.expectEnd("rest"); }), "rest at 0x0: 8 bytes follow the end of file");
    (void)reader.take("all", 8);
    EXPECT_EQ(errorOf([&] { reader.expectEnd("rest"); }), "no error");
}

TEST_F(ByteReaderTest, ReportsTheOffsetItIsGiven) {
    try {
        reader.failAt(0x1A4, "parent", "is 7, limit 3");
        FAIL();
    } catch (const FormatError& error) {
        EXPECT_EQ(error.offset(), 0x1A4U);
        EXPECT_STREQ(error.what(), "parent at 0x1A4: is 7, limit 3");
    }
}

TEST(EncodeError, NamesTheElement) {
    EXPECT_STREQ(EncodeError("bone[3].name", "has 70 bytes, limit 63").what(),
                 "bone[3].name: has 70 bytes, limit 63");
}

}  // namespace
}  // namespace rigkiln
