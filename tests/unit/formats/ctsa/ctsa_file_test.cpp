#include "formats/ctsa/ctsa_file.hpp"

#include <array>
#include <limits>

#include <gtest/gtest.h>

#include "pipeline/binary/byte_writer.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"
#include "tests/unit/formats/ctsa/codec_calls.hpp"

namespace rigkiln::ctsa {
namespace {

/// Eight frames of 62.79 ms, written by hand according to the layout.
Bytes handWritten() {
    Bytes bytes = bytesOf({
        0x0A,                                            // nameLength 10
        0x00, 0x41, 0x00, 0x78, 0x00, 0x65, 0x00, 0x20,  // name "Axe "
        0x00, 0x53, 0x00, 0x70, 0x00, 0x69, 0x00, 0x6E,  // "Spin"
        0x00, 0x20, 0x00, 0x32,                          // " 2"
        0x08, 0x00, 0x00, 0x00,                          // frameCount 8
        0x00, 0x00, 0x00, 0x00,                          // leftU 0
        0x00, 0x00, 0x00, 0x00,                          // bottomV 0
        0x00, 0x00, 0x80, 0x3F,                          // topV 1
        0x00, 0x00, 0x00, 0x3E,                          // frameWidth 0.125
    });
    for (int i = 0; i < 8; ++i) {
        const Bytes frame = bytesOf({
            0xF1, 0x28, 0x7B, 0x42,  // time 62.78998
            0x00, 0x00, 0x00, 0x00,  // updates 0
            0x00,                    // swapType by time
        });
        bytes.insert(bytes.end(), frame.begin(), frame.end());
    }
    return bytes;
}

TEST(CtsaFile, DecodesEveryField) {
    const CtsaFile file = decoded(handWritten());
    EXPECT_EQ(file.prefixSize, 1);
    EXPECT_EQ(file.name, u"Axe Spin 2");
    EXPECT_EQ(file.nameOrder, std::endian::big);
    EXPECT_EQ(file.bodyOrder, std::endian::little);
    EXPECT_EQ(file.leftU, 0);
    EXPECT_EQ(file.bottomV, 0);
    EXPECT_EQ(file.topV, 1);
    EXPECT_EQ(file.frameWidth, 0.125F);
    EXPECT_EQ(file.frames, std::vector<CtsaFrame>(8, {.time = 62.78998F}));
    EXPECT_TRUE(file.trailing.empty());
}

TEST(CtsaFile, EncodesByteForByte) {
    EXPECT_EQ(encoded(decoded(handWritten())), handWritten());
}

TEST(CtsaFile, KeepsFramesOfBothKinds) {
    EXPECT_EQ(again(waveFile()), waveFile());
}

TEST(CtsaFile, KeepsAnAnimationWithoutFrames) {
    EXPECT_EQ(again(emptyFile()), emptyFile());
    EXPECT_EQ(encoded(emptyFile()).size(), 1U + 2 * 4 + 4 + 16);
}

TEST(CtsaFile, KeepsAnAnimationWithoutNameAndFrames) {
    CtsaFile file = emptyFile();
    file.name.clear();
    EXPECT_EQ(again(file), file);
    EXPECT_EQ(encoded(file).size(), 21U);
}

TEST(CtsaFile, CountsTheNameInAsFewOctetsAsNeeded) {
    struct Row {
        std::size_t letters;
        Bytes prefix;
    };
    const std::array<Row, 6> rows = {{{0, bytesOf({0x00})},
                                      {63, bytesOf({0x3F})},
                                      {64, bytesOf({0x40, 0x40})},
                                      {16383, bytesOf({0x7F, 0xFF})},
                                      {16384, bytesOf({0x80, 0x40, 0x00})},
                                      {4194303, bytesOf({0xBF, 0xFF, 0xFF})}}};
    for (const Row& row : rows) {
        const CtsaFile file = fileWithLongName(row.letters);
        Bytes bytes = encoded(file);
        EXPECT_TRUE(decoded(bytes) == file) << row.letters;
        bytes.resize(row.prefix.size());
        EXPECT_EQ(bytes, row.prefix) << row.letters;
    }
}

TEST(CtsaFile, CountsTheLongestNamesInFourOctets) {
    const CtsaFile file = fileWithLongName(4194304);
    Bytes bytes = encoded(file);
    EXPECT_TRUE(decoded(bytes) == file);
    bytes.resize(4);
    EXPECT_EQ(bytes, bytesOf({0xC0, 0x40, 0x00, 0x00}));
    EXPECT_EQ(shortestPrefix((std::size_t{1} << 30) - 1), 4);
    EXPECT_EQ(prefixCapacity(4), (std::size_t{1} << 30) - 1);
}

TEST(CtsaFile, KeepsAPrefixThatIsLongerThanNeeded) {
    for (const std::uint8_t size : std::to_array<std::uint8_t>({1, 2, 3, 4})) {
        CtsaFile file = walkFile();
        file.prefixSize = size;
        EXPECT_EQ(encoded(file).size(), encoded(walkFile()).size() + size - 1U);
        EXPECT_EQ(again(file), file);
    }
}

TEST(CtsaFile, KeepsNamesOfAnyCodeUnits) {
    CtsaFile file = walkFile();
    file.name = {u'\u6B69', u'\u304F', 0xD83D, 0xDE00, 0xD83D, 0, 0xDC00, 0xFFFF};
    EXPECT_EQ(again(file), file);
}

TEST(CtsaFile, RecognisesABigEndianBodyByItsSize) {
    CtsaFile file = waveFile();
    file.bodyOrder = std::endian::big;
    const Bytes bytes = encoded(file);
    EXPECT_EQ(bytes[9 + 3], std::byte{3});  // last byte of frameCount
    EXPECT_EQ(decoded(bytes), file);
}

TEST(CtsaFile, RecognisesABigEndianAnimationWithoutFramesByItsFloats) {
    CtsaFile file = emptyFile();
    file.bodyOrder = std::endian::big;
    EXPECT_EQ(again(file), file);
}

TEST(CtsaFile, IsLittleEndianWhenBothOrdersFit) {
    CtsaFile file = emptyFile();
    file.bodyOrder = std::endian::big;
    file.frameWidth = 0.5F;
    EXPECT_EQ(again(file).bodyOrder, std::endian::little);
    EXPECT_EQ(encoded(again(file)), encoded(file));
}

TEST(CtsaFile, IsLittleEndianWhenItsCountReadsTheSameBothWays) {
    CtsaFile file = walkFile();
    file.frames.assign(0x00010100, {.time = 1});
    const Bytes little = encoded(file);
    EXPECT_TRUE(decoded(little) == file);
    file.bodyOrder = std::endian::big;
    EXPECT_EQ(decoded(encoded(file)).bodyOrder, std::endian::little);
    EXPECT_TRUE(encoded(decoded(encoded(file))) == encoded(file));
}

TEST(CtsaFile, TakesTheOrderThatLeavesFewerOctetsBehind) {
    CtsaFile file = walkFile();
    file.frames.assign(0x00010000, {.time = 1});  // 256 in the other byte order, which fits as well
    file.trailing = bytesOf({7});
    EXPECT_TRUE(again(file) == file);
    file.bodyOrder = std::endian::big;
    EXPECT_TRUE(again(file) == file);
}

TEST(CtsaFile, KeepsLittleEndianNames) {
    CtsaFile file = walkFile();
    file.nameOrder = std::endian::little;
    const Bytes bytes = encoded(file);
    EXPECT_EQ(bytes[1], std::byte{'W'});
    EXPECT_EQ(decoded(bytes), file);
}

TEST(CtsaFile, BelievesItsOwnBaseNameAboutTheOrderOfTheName) {
    CtsaFile file = walkFile();
    file.name = u"\u6B69\u304F";
    file.nameOrder = std::endian::little;
    const Bytes bytes = encoded(file);
    EXPECT_EQ(valueOf(decodeCtsa(bytes, {.baseName = "歩く"})), file);
    EXPECT_EQ(valueOf(decodeCtsa(bytes, {.baseName = "walk"})).nameOrder, std::endian::big);
}

TEST(CtsaFile, KeepsFloatsBitForBit) {
    // A quiet and a signalling NaN with payloads, an infinity, a negative zero, the smallest number.
    constexpr std::array<std::uint32_t, 5> kOdd = {0x7FC12345, 0xFF800001, 0xFF800000, 0x80000000, 1};
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        ByteWriter writer(order);
        writer.write(std::uint8_t{0});
        writer.write(std::int32_t{1});
        for (const std::uint32_t bits : kOdd)
            writer.write(bits);
        writer.write(std::int32_t{std::numeric_limits<std::int32_t>::min()});
        writer.write(std::uint8_t{255});
        const Bytes bytes = std::move(writer).finish();
        EXPECT_EQ(decoded(bytes).bodyOrder, order);
        EXPECT_EQ(encoded(decoded(bytes)), bytes);
    }
}

TEST(CtsaFile, KeepsWhatFollowsTheFrames) {
    CtsaFile file = waveFile();
    file.trailing = bytesOf({1, 2, 3});
    EXPECT_EQ(again(file), file);
}

TEST(CtsaFile, ReencodesEveryKindToTheSameBytes) {
    for (const CtsaFile& file : {walkFile(), waveFile(), emptyFile(), fileWithLongName(100)}) {
        const Bytes bytes = encoded(file);
        EXPECT_EQ(valueOf(reencodeCtsa(bytes)), bytes);
    }
}

TEST(CtsaEncoding, RefusesANameThatItsPrefixCannotCount) {
    CtsaFile file = fileWithLongName(64);
    file.prefixSize = 1;
    EXPECT_EQ(problemOf(encodeCtsa(file)), "nameLength: 64 code units, 1 octets count at most 63");
}

TEST(CtsaEncoding, RefusesAPrefixOfImpossibleSize) {
    CtsaFile file = walkFile();
    for (const std::uint8_t size : std::to_array<std::uint8_t>({0, 5, 255})) {
        file.prefixSize = size;
        EXPECT_EQ(problemOf(encodeCtsa(file)),
                  "nameLength: " + std::to_string(size) + " octets, 1 to 4 are possible");
    }
}

}  // namespace
}  // namespace rigkiln::ctsa
