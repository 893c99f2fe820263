#include "pipeline/binary/byte_writer.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pipeline/binary/pair.hpp"

namespace rigkiln {
namespace {

std::vector<int> finished(ByteWriter writer) {
    std::vector<int> numbers;
    for (const std::byte byte : std::move(writer).finish()) {
        numbers.push_back(std::to_integer<int>(byte));
    }
    return numbers;
}

using testing::ElementsAre;

TEST(ByteWriter, WritesNumbersInItsByteOrder) {
    ByteWriter little;
    little.write(std::uint32_t{0x01020304});
    EXPECT_THAT(finished(little), ElementsAre(4, 3, 2, 1));
    ByteWriter big(std::endian::big);
    big.write(std::uint32_t{0x01020304});
    EXPECT_THAT(finished(big), ElementsAre(1, 2, 3, 4));
}

TEST(ByteWriter, WritesRowsOfNumbersEachInItsByteOrder) {
    constexpr std::array<std::uint16_t, 2> kNumbers = {0x0102, 0x0304};
    ByteWriter writer(std::endian::big);
    writer.writeAll(std::span<const std::uint16_t>(kNumbers));
    EXPECT_THAT(finished(writer), ElementsAre(1, 2, 3, 4));
}

TEST(ByteWriter, WritesRecordsWordByWord) {
    constexpr std::array<Pair, 1> kPairs = {{{0x01020304, 0x05060708}}};
    ByteWriter writer(std::endian::big);
    writer.writeRecords(std::span<const Pair>(kPairs));
    EXPECT_THAT(finished(writer), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(ByteWriter, WritesTextAsItIs) {
    ByteWriter writer(std::endian::big);
    writer.writeText("ab");
    EXPECT_THAT(finished(writer), ElementsAre('a', 'b'));
}

TEST(ByteWriter, PatchesWhatWasWrittenInItsByteOrder) {
    ByteWriter writer(std::endian::big);
    writer.writeText("abcd");
    EXPECT_EQ(writer.offset(), 4U);
    writer.patch(1, std::uint16_t{0x0102});
    EXPECT_THAT(finished(writer), ElementsAre('a', 1, 2, 'd'));
}

TEST(ByteWriter, ReadsBackWhatItWrote) {
    ByteWriter writer(std::endian::big);
    writer.write(-1.5F);
    writer.write(std::int16_t{-2});
    const std::vector<std::byte> bytes = std::move(writer).finish();
    FieldPath path;
    ByteReader reader(bytes, path, std::endian::big);
    EXPECT_EQ(reader.read<float>("float"), -1.5F);
    EXPECT_EQ(reader.read<std::int16_t>("short"), -2);
    EXPECT_TRUE(reader.atEnd());
}

}  // namespace
}  // namespace rigkiln
