#include "formats/containers/yaz0.hpp"

#include <gtest/gtest.h>

#include "pipeline/binary/byte_writer.hpp"
#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::containers {
namespace {

using test::Bytes;
using test::bytesOfText;
using test::problemOf;
using test::textOfBytes;

/// A header that states `size`, followed by the groups.
Bytes stream(std::uint32_t size, std::initializer_list<unsigned> groups) {
    ByteWriter writer(std::endian::big);
    writer.writeText("Yaz0");
    writer.write(size);
    writer.write(std::uint64_t{0});
    for (const unsigned byte : groups)
        writer.write(static_cast<std::uint8_t>(byte));
    return std::move(writer).finish();
}

std::string decoded(const Bytes& bytes) {
    return textOfBytes(decodeYaz0(bytes, {}));
}

TEST(Yaz0, DecodesLiterals) {
    EXPECT_EQ(decoded(stream(8, {0xFF, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'})), "abcdefgh");
}

TEST(Yaz0, CopiesWhatACopyHasMade) {
    // One literal, then five bytes copied from one byte back.
    EXPECT_EQ(decoded(stream(6, {0x80, 'a', 0x30, 0x00})), "aaaaaa");
    EXPECT_EQ(decoded(stream(7, {0xC0, 'a', 'b', 0x30, 0x01})), "abababa");
}

TEST(Yaz0, CopiesByALengthOfItsOwn) {
    EXPECT_EQ(decoded(stream(1 + 0x12 + 2, {0x80, 'a', 0x00, 0x00, 0x02})), std::string(0x15, 'a'));
}

TEST(Yaz0, StopsInTheMiddleOfAGroup) {
    EXPECT_EQ(decoded(stream(2, {0xFF, 'a', 'b', 'c'})), "ab");
    EXPECT_EQ(decoded(stream(3, {0x80, 'a', 0xF0, 0x00})), "aaa");
}

TEST(Yaz0, IgnoresPadding) {
    EXPECT_EQ(decoded(stream(1, {0x80, 'a', 0, 0, 0})), "a");
}

TEST(Yaz0, HoldsAnEmptyFile) {
    EXPECT_EQ(decoded(stream(0, {})), "");
}

TEST(Yaz0, DecodesWhatItEncodes) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        const Bytes bytes = test::packableBytes(seed * 700, seed);
        const Bytes packed = encodeYaz0(bytes);
        ASSERT_EQ(decodeYaz0(packed, {}), bytes) << "seed " << seed;
        EXPECT_LT(packed.size(), bytes.size()) << "seed " << seed;
    }
}

TEST(Yaz0, KeepsTheAlignmentThatIsWanted) {
    const Bytes packed = encodeYaz0(bytesOfText("x"), 0x2000);
    EXPECT_EQ(Bytes(packed.begin() + 8, packed.begin() + 12),
              (Bytes{std::byte{0}, std::byte{0}, std::byte{0x20}, std::byte{0}}));
}

TEST(Yaz0, RefusesACopyFromBeforeTheBeginning) {
    EXPECT_EQ(problemOf(kYaz0Container, stream(6, {0x80, 'a', 0x30, 0x01})),
              "copy at 0x12: goes back 2 bytes, 1 are there");
}

TEST(Yaz0, RefusesAStreamThatEndsTooSoon) {
    EXPECT_EQ(problemOf(kYaz0Container, stream(9, {0xFF, 'a', 'b'})),
              "groups at 0x13: the stream ends after 2 of 9 decoded bytes");
    EXPECT_EQ(problemOf(kYaz0Container, stream(30, {0x80, 'a', 0x00, 0x00})),
              "groups at 0x12: the stream ends after 1 of 30 decoded bytes");
}

TEST(Yaz0, RefusesASizeThatItsBytesCannotMake) {
    EXPECT_EQ(problemOf(kYaz0Container, stream(1000, {0xFF, 'a'})),
              "decodedSize at 0x4: says 1000 bytes, 2 packed bytes make at most 176");
}

TEST(Yaz0, RefusesWhatIsLargerThanTheLimits) {
    const Bytes packed = encodeYaz0(Bytes(2000000));
    EXPECT_EQ(problemOf(kYaz0Container, packed, {.maximumBytes = 1000}),
              "decodedSize at 0x4: says 2000000 bytes when unpacked, at most 1000 (1000 B) are taken");
    EXPECT_EQ(problemOf(kYaz0Container, packed, {.maximumRatio = 10}),
              "decodedSize at 0x4: says 2000000 bytes when unpacked from " + std::to_string(packed.size()) +
                  ", at most 10 times as many are taken");
}

TEST(Yaz0, PeeksAtTheBeginning) {
    const Bytes bytes = test::packableBytes(5000);
    Bytes packed = encodeYaz0(bytes);
    EXPECT_EQ(kYaz0Container.unpackedSize(packed).value(), 5000U);
    packed.resize(kYaz0Container.peekBytes);
    EXPECT_EQ(kYaz0Container.peek(packed, 64).value(), Bytes(bytes.begin(), bytes.begin() + 64));
}

}  // namespace
}  // namespace rigkiln::containers
