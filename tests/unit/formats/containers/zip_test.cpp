#include "formats/containers/zip.hpp"

#include <algorithm>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::containers {
namespace {

using test::Bytes;
using test::bytesOfText;
using test::Members;
using test::problemOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// Offset of a text in the file, searched from `from` on.
std::size_t find(const Bytes& file, std::string_view text, std::size_t from = 0) {
    const Bytes wanted = bytesOfText(text);
    const auto found = std::search(file.begin() + static_cast<std::ptrdiff_t>(from), file.end(),
                                   wanted.begin(), wanted.end());
    return static_cast<std::size_t>(found - file.begin());
}

void set32(Bytes& file, std::size_t offset, std::uint32_t number) {
    for (std::size_t i = 0; i < 4; ++i)
        file[offset + i] = static_cast<std::byte>(number >> (8 * i) & 0xFFU);
}

constexpr std::string_view kDirectoryEntry = "PK\1\2";

TEST(Zip, OpensStoredAndPackedMembers) {
    const Bytes large = test::packableBytes(3000000);
    const Bytes file = encodeZip({{.name = "a/b.txt", .bytes = bytesOfText("stored"), .isPacked = false},
                                  {.name = "c.bin", .bytes = large}});
    EXPECT_LT(file.size(), large.size());
    EXPECT_THAT(test::membersOf(kZipContainer, file),
                ElementsAre(Pair("a/b.txt", bytesOfText("stored")), Pair("c.bin", large)));
}

TEST(Zip, HoldsNothing) {
    EXPECT_EQ(test::membersOf(kZipContainer, encodeZip({})), Members{});
}

TEST(Zip, IsTheSameForTheSameMembers) {
    const std::vector<ZipMember> members = {{.name = "a", .bytes = test::packableBytes(5000)}};
    EXPECT_EQ(encodeZip(members), encodeZip(members));
}

TEST(Zip, ReadsTheBeginningOfAMember) {
    const Bytes large = test::packableBytes(3000000);
    const Bytes file = encodeZip({{.name = "a", .bytes = large}});
    const auto archive = kZipContainer.open(std::make_shared<MemorySource>(SharedBytes(file)), {});
    ASSERT_TRUE(archive);
    EXPECT_EQ((*archive)->read(0, 64).value(), Bytes(large.begin(), large.begin() + 64));
    EXPECT_EQ((*archive)->read(0, large.size()).value(), large);
}

TEST(Zip, RefusesAMemberWhoseChecksumIsWrong) {
    Bytes file = encodeZip({{.name = "a", .bytes = bytesOfText("content"), .isPacked = false}});
    file[find(file, "content")] = std::byte{'C'};
    EXPECT_EQ(problemOf(kZipContainer, file), "member 'a': CRC error");
}

TEST(Zip, RefusesADirectoryThatIsNotThere) {
    Bytes file = encodeZip({{.name = "a", .bytes = bytesOfText("content")}});
    file.resize(find(file, kDirectoryEntry));
    EXPECT_EQ(problemOf(kZipContainer, file), "directory: Not a zip archive");
}

TEST(Zip, RefusesAMemberThatGrowsTooMuch) {
    const Bytes file = encodeZip({{.name = "bomb", .bytes = Bytes(5000000)}});
    EXPECT_THAT(problemOf(kZipContainer, file, {.maximumRatio = 100}),
                HasSubstr("member 'bomb': has 5000000 bytes when unpacked from"));
    EXPECT_EQ(problemOf(kZipContainer, file, {.maximumBytes = 1000}),
              "member 'bomb': has 5000000 bytes when unpacked, at most 1000 (1000 B) are taken");
}

TEST(Zip, RefusesAMemberThatIsLongerThanItSays) {
    Bytes file = encodeZip({{.name = "a", .bytes = test::packableBytes(5000)}});
    for (const std::size_t header : {find(file, "PK\3\4") + 22, find(file, kDirectoryEntry) + 24})
        set32(file, header, 4000);
    EXPECT_THAT(problemOf(kZipContainer, file), testing::StartsWith("member 'a': "));
}

TEST(Zip, RefusesAnEncryptedMemberAlone) {
    Bytes file = encodeZip({{.name = "a", .bytes = bytesOfText("secret"), .isPacked = false},
                            {.name = "b", .bytes = bytesOfText("open"), .isPacked = false}});
    for (const std::size_t flags : {find(file, "PK\3\4") + 6, find(file, kDirectoryEntry) + 8})
        file[flags] |= std::byte{1};
    const auto archive = kZipContainer.open(std::make_shared<MemorySource>(SharedBytes(file)), {});
    ASSERT_TRUE(archive) << archive.error().text();
    EXPECT_EQ((*archive)->read(0, 100).error().text(), "member 'a': is encrypted, which is not read");
    EXPECT_EQ((*archive)->read(1, 100).value(), bytesOfText("open"));
}

}  // namespace
}  // namespace rigkiln::containers
