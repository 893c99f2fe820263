#include "formats/containers/meg.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/binary/byte_writer.hpp"
#include "pipeline/binary/format_error.hpp"
#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::containers {
namespace {

using test::Bytes;
using test::bytesOfText;
using test::problemOf;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr MegVersion kVersions[] = {MegVersion::One, MegVersion::Two, MegVersion::Three};

Bytes twoMembers(MegVersion version) {
    return encodeMeg({{.name = "DATA/ART/MODELS/X.ALO", .bytes = bytesOfText("model")},
                      {.name = "DATA/ART/TEXTURES/X.DDS", .bytes = bytesOfText("picture")}},
                     version);
}

/// Offset of a member's record in version 1.
std::size_t recordAt(std::size_t member) {
    return 8 + 2 + 21 + 2 + 23 + member * 20;
}

Bytes changed(Bytes file, std::size_t offset, std::uint32_t number) {
    for (std::size_t i = 0; i < 4; ++i)
        file[offset + i] = static_cast<std::byte>(number >> (8 * i) & 0xFFU);
    return file;
}

TEST(Meg, OpensInAllVersions) {
    for (const MegVersion version : kVersions) {
        const Bytes file = twoMembers(version);
        EXPECT_TRUE(kMegContainer.recognise(std::span(file).first(64)));
        EXPECT_EQ(decodeMegTable(file, file.size()).version, version);
        EXPECT_THAT(test::membersOf(kMegContainer, file),
                    UnorderedElementsAre(Pair("DATA\\ART\\MODELS\\X.ALO", bytesOfText("model")),
                                         Pair("DATA\\ART\\TEXTURES\\X.DDS", bytesOfText("picture"))));
    }
}

TEST(Meg, HashesNamesInUpperCase) {
    EXPECT_EQ(megCrc("TEST.TXT"), 0xD0C87709U);
    EXPECT_EQ(megCrc("test.txt"), 0xD0C87709U);
}

TEST(Meg, SortsRecordsByHash) {
    const Bytes file = twoMembers(MegVersion::One);
    const MegTable table = decodeMegTable(file, file.size());
    EXPECT_LE(table.entries[0].crc, table.entries[1].crc);
}

TEST(Meg, FindsTablesThatAreLongerThanUsual) {
    std::vector<MegMember> members;
    members.reserve(50);
    for (int i = 0; i < 50; ++i)
        members.push_back({.name = std::string(900, 'A') + std::to_string(i), .bytes = bytesOfText("x")});
    for (const MegVersion version : kVersions)
        EXPECT_EQ(test::membersOf(kMegContainer, encodeMeg(members, version)).size(), 50U);
}

TEST(Meg, ReadsNoMemberUntilItIsAsked) {
    Bytes file = twoMembers(MegVersion::One);
    const auto archive = kMegContainer.open(std::make_shared<MemorySource>(SharedBytes(file)), {});
    ASSERT_TRUE(archive);
    for (const ArchiveMember& member : (*archive)->members())
        EXPECT_TRUE(member.offset);
}

TEST(Meg, RefusesAnEncryptedArchiveByName) {
    const Bytes file = changed(twoMembers(MegVersion::Three), 0, 0x8FFFFFFF);
    EXPECT_TRUE(kMegContainer.recognise(std::span(file).first(64)));
    EXPECT_EQ(problemOf(kMegContainer, file),
              "flags at 0x0: say that the archive is encrypted (0x8FFFFFFF), which is not read");
}

TEST(Meg, RefusesAnEncryptedMember) {
    Bytes file = twoMembers(MegVersion::Three);
    file[24 + 2 + 21 + 2 + 23] = std::byte{1};
    EXPECT_EQ(problemOf(kMegContainer, file),
              "file[0].flags at 0x48: say that the member is encrypted (1), which is not read");
}

TEST(Meg, RefusesRangesOutsideOfTheData) {
    const Bytes file = twoMembers(MegVersion::One);
    EXPECT_EQ(problemOf(kMegContainer, changed(file, recordAt(0) + 12, 3)),
              "file[0].offset at 0x38: is 0x3, the tables end at 0x60");
    EXPECT_EQ(problemOf(kMegContainer, changed(file, recordAt(1) + 8, 0xFFFFFFFF)),
              "file[1].size at 0x4C: is 4294967295 from 0x65 on, the file ends at 0x6C");
    EXPECT_EQ(problemOf(kMegContainer, changed(file, recordAt(1) + 16, 2)),
              "file[1].name at 0x4C: is 2, there are 2 names");
}

TEST(Meg, TakesEmptyMembersWhereverTheyLie) {
    const Bytes file = encodeMeg({{.name = "A", .bytes = {}}}, MegVersion::One);
    constexpr std::size_t kOffset = 8 + 2 + 1 + 12;
    EXPECT_THAT(test::membersOf(kMegContainer, changed(file, kOffset, 0)),
                UnorderedElementsAre(Pair("A", Bytes())));
}

TEST(Meg, RefusesMembersThatShareAPart) {
    EXPECT_EQ(problemOf(kMegContainer, changed(twoMembers(MegVersion::One), recordAt(1) + 12, 0x62)),
              "file[1].offset at 0x4C: lies at 0x62 to 0x69, and member 0 at 0x60 to 0x65");
}

TEST(Meg, RefusesCountsThatTheFileCannotHold) {
    ByteWriter writer;
    writer.write(std::uint32_t{1000000});
    writer.write(std::uint32_t{1000000});
    writer.write(std::uint16_t{1});
    writer.writeText("A");
    EXPECT_EQ(problemOf(kMegContainer, std::move(writer).finish()),
              "names at 0x8: 1000000 elements of at least 2 bytes do not fit, 3 bytes are left in file");
}

TEST(Meg, DoesNotEncodeASecondVersionThatLooksLikeTheThird) {
    const std::vector<MegMember> members(2, MegMember{.name = std::string(6, '\0')});
    EXPECT_THROW(static_cast<void>(encodeMeg(members, MegVersion::Two)), EncodeError);
    EXPECT_EQ(test::membersOf(kMegContainer, encodeMeg(members, MegVersion::Three)).size(), 2U);
}

TEST(Meg, EncodesTheLongestNameThatItsLengthCanSay) {
    std::vector<MegMember> members = {{.name = std::string(0xFFFF, 'A')}};
    EXPECT_EQ(test::membersOf(kMegContainer, encodeMeg(members, MegVersion::One)).size(), 1U);
    members.front().name += 'A';
    EXPECT_THROW(static_cast<void>(encodeMeg(members, MegVersion::One)), EncodeError);
}

TEST(Meg, IsNotSeenInBytesThatOnlyHaveEqualCounts) {
    EXPECT_FALSE(kMegContainer.recognise(Bytes(64)));
    Bytes file = twoMembers(MegVersion::One);
    file[12] = std::byte{7};  // inside the first name
    EXPECT_FALSE(kMegContainer.recognise(std::span(file).first(64)));
}

TEST(Meg, DoesNotEncodeMoreMembersThanTheThirdVersionTakes) {
    std::vector<MegMember> members;
    for (std::size_t i = 0; i < 0x10000; ++i)
        members.push_back({.name = std::to_string(i)});
    try {
        static_cast<void>(encodeMeg(members, MegVersion::Three));
        ADD_FAILURE() << "65536 members were encoded";
    } catch (const EncodeError& error) {
        EXPECT_STREQ(error.what(), "files: 65536 members, at most 65535 are possible");
    }
    members.pop_back();
    EXPECT_FALSE(encodeMeg(members, MegVersion::Three).empty());
}

}  // namespace
}  // namespace rigkiln::containers
