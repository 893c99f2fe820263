#include "formats/containers/sarc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/binary/format_error.hpp"
#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::containers {
namespace {

using test::Bytes;
using test::bytesOfText;
using test::Members;
using test::problemOf;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr std::size_t kFirstEntry = 0x20;

Bytes twoMembers(std::endian order) {
    return encodeSarc({{.name = "Output.bfres", .bytes = bytesOfText("FRES")},
                       {.name = "Output/Seal.bsms", .bytes = bytesOfText("seal!")}},
                      order);
}

/// Changes a 32-bit number of a big-endian archive.
Bytes changedBigEndian(Bytes file, std::size_t offset, std::uint32_t number) {
    for (std::size_t i = 0; i < 4; ++i)
        file[offset + i] = static_cast<std::byte>(number >> (24 - 8 * i) & 0xFFU);
    return file;
}

TEST(Sarc, OpensInBothByteOrders) {
    for (const std::endian order : {std::endian::big, std::endian::little}) {
        EXPECT_THAT(test::membersOf(kSarcContainer, twoMembers(order)),
                    UnorderedElementsAre(Pair("Output.bfres", bytesOfText("FRES")),
                                         Pair("Output/Seal.bsms", bytesOfText("seal!"))));
    }
}

TEST(Sarc, HashesNames) {
    EXPECT_EQ(sarcHash("a"), 0x61U);
    EXPECT_EQ(sarcHash("ab"), 0x61U * 0x65U + 0x62U);
}

TEST(Sarc, SortsMembersByHash) {
    const SarcTable table =
        decodeSarcTable(twoMembers(std::endian::big), twoMembers(std::endian::big).size());
    ASSERT_EQ(table.entries.size(), 2U);
    EXPECT_LT(table.entries[0].hash, table.entries[1].hash);
}

TEST(Sarc, CallsNamelessMembersByTheirHash) {
    const Bytes file =
        encodeSarc({{.name = "", .bytes = bytesOfText("x"), .hash = 0x1234ABCD}}, std::endian::little);
    EXPECT_THAT(test::membersOf(kSarcContainer, file),
                UnorderedElementsAre(Pair("0x1234abcd", bytesOfText("x"))));
}

TEST(Sarc, HoldsNothing) {
    EXPECT_EQ(test::membersOf(kSarcContainer, encodeSarc({}, std::endian::big)), Members{});
}

TEST(Sarc, LetsMembersShareAllTheirBytes) {
    const Bytes file = twoMembers(std::endian::big);
    const SarcTable table = decodeSarcTable(file, file.size());
    const auto dataStart = static_cast<std::uint32_t>(table.entries[0].begin);
    const Bytes shared =
        changedBigEndian(changedBigEndian(file, kFirstEntry + 16 + 8, 0), kFirstEntry + 16 + 12,
                         static_cast<std::uint32_t>(table.entries[0].end) - dataStart);
    EXPECT_EQ(test::membersOf(kSarcContainer, shared).size(), 2U);
}

TEST(Sarc, RefusesMembersThatShareAPart) {
    const Bytes file = changedBigEndian(twoMembers(std::endian::big), kFirstEntry + 16 + 8, 1);
    EXPECT_THAT(problemOf(kSarcContainer, file),
                testing::StartsWith("file[1].begin at 0x38: lies at 0x101 to 0x1"));
}

TEST(Sarc, RefusesRangesOutsideOfTheFile) {
    EXPECT_EQ(problemOf(kSarcContainer,
                        changedBigEndian(twoMembers(std::endian::big), kFirstEntry + 16 + 12, 0xFFFF)),
              "file[1].end at 0x3C: is 0xFFFF, the data has 0xC bytes");
    EXPECT_EQ(
        problemOf(kSarcContainer, changedBigEndian(twoMembers(std::endian::big), kFirstEntry + 8, 0xFFFF)),
        "file[0].begin at 0x28: is 0xFFFF, behind the end at 0x5");
    EXPECT_EQ(problemOf(kSarcContainer, changedBigEndian(twoMembers(std::endian::big), 0x0C, 0x7FFFFFF)),
              "dataStart at 0xC: is 0x7FFFFFF, at most 0x4200000 is possible");
    EXPECT_EQ(problemOf(kSarcContainer, changedBigEndian(twoMembers(std::endian::big), 0x08, 0xFFFF)),
              "fileSize at 0x8: is 65535, the file has 268 bytes");
}

TEST(Sarc, RefusesANameBehindTheNames) {
    EXPECT_EQ(problemOf(kSarcContainer,
                        changedBigEndian(twoMembers(std::endian::big), kFirstEntry + 4, 0x01FFFFFF)),
              "file[0].attributes at 0x24: name at 0x4000044, the names end at 0x100");
}

TEST(Sarc, RefusesAnotherByteOrderMark) {
    Bytes file = twoMembers(std::endian::big);
    file[6] = std::byte{0x12};
    EXPECT_EQ(problemOf(kSarcContainer, file), "byteOrderMark at 0x6: is 0x12FF, expected 0xFEFF or 0xFFFE");
}

TEST(Sarc, DoesNotEncodeMoreThanItCanCount) {
    EXPECT_THROW(static_cast<void>(encodeSarc(std::vector<SarcMember>(0x4000), std::endian::big)),
                 EncodeError);
}

TEST(Sarc, DoesNotEncodeNamesBehindWhatAnOffsetReaches) {
    const std::vector<SarcMember> members = {{.name = std::string(std::size_t{64} << 20U, 'n')}};
    try {
        static_cast<void>(encodeSarc(members, std::endian::big));
        ADD_FAILURE() << "64 MiB of names were encoded";
    } catch (const EncodeError& error) {
        EXPECT_STREQ(error.what(), "names: 67108868 bytes, at most 67108860 are possible");
    }
}

}  // namespace
}  // namespace rigkiln::containers
