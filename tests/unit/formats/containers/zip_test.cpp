#include "formats/containers/zip.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/binary/format_error.hpp"
#include "pipeline/conversion/byte_source.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
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
    EXPECT_EQ(problemOf(kZipContainer, file),
              "member 'a': has the checksum (CRC-32) 0x31780935, the directory says 0xFEC530A9");
}

TEST(Zip, RefusesADirectoryThatIsNotThere) {
    Bytes file = encodeZip({{.name = "a", .bytes = bytesOfText("content")}});
    file.resize(find(file, kDirectoryEntry));
    EXPECT_EQ(problemOf(kZipContainer, file),
              "end record: is not in the last 40 bytes; the file is cut short, or other bytes follow");
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
    EXPECT_EQ(problemOf(kZipContainer, file), "member 'a': is longer than the 4000 bytes its archive says");
    for (const std::size_t header : {find(file, "PK\3\4") + 22, find(file, kDirectoryEntry) + 24})
        set32(file, header, 6000);
    EXPECT_EQ(problemOf(kZipContainer, file), "member 'a': ends after 5000 of 6000 bytes");
}

TEST(Zip, RefusesAnEncryptedMemberAlone) {
    Bytes file = encodeZip({{.name = "a", .bytes = bytesOfText("secret"), .isPacked = false},
                            {.name = "b", .bytes = bytesOfText("open"), .isPacked = false}});
    for (const std::size_t flags : {find(file, "PK\3\4") + 6, find(file, kDirectoryEntry) + 8})
        file[flags] |= std::byte{1};
    const auto archive = kZipContainer.open(std::make_shared<MemorySource>(SharedBytes(file)), {});
    ASSERT_TRUE(archive) << archive.error().text();
    EXPECT_EQ((*archive)->read(0, 100).error().text(),
              "member 'a': is encrypted (flags 0x1), which is not read");
    EXPECT_EQ((*archive)->read(1, 100).value(), bytesOfText("open"));
}

void put(Bytes& bytes, std::uint64_t number, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        bytes.push_back(static_cast<std::byte>(number >> (8 * i) & 0xFFU));
}

void put(Bytes& bytes, std::string_view text) {
    const Bytes more = bytesOfText(text);
    bytes.insert(bytes.end(), more.begin(), more.end());
}

enum class Sizes { Of32Bits, Of64Bits };

constexpr std::uint32_t kElsewhere = 0xFFFFFFFF;
/// CRC-32 of the one content that these tests use.
constexpr std::uint32_t kChecksum = 0xAD285DD1;

void putNumbers(Bytes& bytes, std::initializer_list<std::uint64_t> numbers, std::size_t size) {
    for (const std::uint64_t number : numbers)
        put(bytes, number, size);
}

void putMember(Bytes& file, std::string_view name, std::string_view content) {
    put(file, "PK\3\4");
    putNumbers(file, {20, 0x800, 0, 0, 33}, 2);
    putNumbers(file, {kChecksum, content.size(), content.size()}, 4);
    putNumbers(file, {name.size(), 0}, 2);
    put(file, name);
    put(file, content);
}

void putEntry(Bytes& directory, std::string_view name, std::size_t size, std::size_t at, Sizes sizes) {
    const bool isLarge = sizes == Sizes::Of64Bits;
    const std::uint64_t stated = isLarge ? kElsewhere : size;
    put(directory, "PK\1\2");
    putNumbers(directory, {20, 20, 0x800, 0, 0, 33}, 2);
    putNumbers(directory, {kChecksum, stated, stated}, 4);
    putNumbers(directory, {name.size(), isLarge ? 28U : 0U, 0, 0, 0}, 2);
    putNumbers(directory, {0, isLarge ? kElsewhere : at}, 4);
    put(directory, name);
    if (!isLarge) return;
    putNumbers(directory, {1, 24}, 2);
    putNumbers(directory, {size, size, at}, 8);
}

void putEnd(Bytes& file, std::size_t members, std::size_t directorySize, std::size_t begin, Sizes sizes) {
    const bool isLarge = sizes == Sizes::Of64Bits;
    if (isLarge) {
        const std::size_t recordAt = file.size();
        put(file, "PK\6\6");
        putNumbers(file, {44}, 8);
        putNumbers(file, {45, 45}, 2);
        putNumbers(file, {0, 0}, 4);
        putNumbers(file, {members, members, directorySize, begin}, 8);
        put(file, "PK\6\7");
        putNumbers(file, {0}, 4);
        putNumbers(file, {recordAt}, 8);
        putNumbers(file, {1}, 4);
    }
    const std::uint64_t count = isLarge ? 0xFFFFU : members;
    put(file, "PK\5\6");
    putNumbers(file, {0, 0, count, count}, 2);
    putNumbers(file, {isLarge ? kElsewhere : directorySize, isLarge ? kElsewhere : begin}, 4);
    put(file, 0, 2);
}

/// Makes a zip of stored members without a zip library, which would refuse some names.
Bytes rawZip(const std::vector<std::pair<std::string, std::string>>& members, Sizes sizes = Sizes::Of32Bits) {
    Bytes file;
    Bytes directory;
    for (const auto& [name, content] : members) {
        putEntry(directory, name, content.size(), file.size(), sizes);
        putMember(file, name, content);
    }
    const std::size_t begin = file.size();
    file.insert(file.end(), directory.begin(), directory.end());
    putEnd(file, members.size(), directory.size(), begin, sizes);
    return file;
}

constexpr const char* kContent = "content of the one and the other";

TEST(Zip, HasNamesAsTheyStandInIt) {
    using namespace std::string_literals;
    const std::vector<std::string> names = {"a.alo",           "a.alo", "nul\0x.alo"s,
                                            "bad\xff\xfe.alo", "",      std::string(300, 'n')};
    std::vector<std::pair<std::string, std::string>> members;
    Members wanted;
    for (const std::string& name : names) {
        members.emplace_back(name, kContent);
        wanted.emplace_back(name, bytesOfText(kContent));
    }
    EXPECT_EQ(test::membersOf(kZipContainer, rawZip(members)), wanted);
    EXPECT_EQ(test::membersOf(kZipContainer, rawZip(members, Sizes::Of64Bits)), wanted);
}

TEST(Zip, DropsFolders) {
    EXPECT_THAT(test::membersOf(kZipContainer, rawZip({{"a/", ""}, {"a/b", kContent}})),
                ElementsAre(Pair("a/b", bytesOfText(kContent))));
}

/// Whatever is cut off a file, all of it is refused, with a place.
TEST(Zip, RefusesAFileThatIsCutShort) {
    for (const Sizes sizes : {Sizes::Of32Bits, Sizes::Of64Bits}) {
        const Bytes whole = rawZip({{"a", kContent}, {"b", kContent}}, sizes);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            EXPECT_THAT(problemOf(kZipContainer, cut), testing::StartsWith("end record: ")) << size;
        }
    }
}

/// A file that changes while it is open.
class ShrunkSource final : public ByteSource {
public:
    ShrunkSource(Bytes bytes, std::size_t left) : bytes_(std::move(bytes)), left_(left) {}

    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    [[nodiscard]] std::size_t heldBytes() const override { return 0; }
    bool isShrunk = false;

private:
    [[nodiscard]] Status readInside(std::uint64_t offset, std::span<std::byte> bytes) const override {
        if (isShrunk && offset + bytes.size() > left_)
            return kArchiveDamaged.error(fmt::format("ends at 0x{:X} now", left_));
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
        return Done{};
    }

    Bytes bytes_;
    std::size_t left_;
};

TEST(Zip, SaysWhatHappenedToAFileThatIsReplacedMeanwhile) {
    const auto source = std::make_shared<ShrunkSource>(rawZip({{"a", kContent}}), 40);
    const auto archive = kZipContainer.open(source, {});
    ASSERT_TRUE(archive);
    source->isShrunk = true;
    EXPECT_EQ((*archive)->read(0, 100).error().text(), "member 'a': ends at 0x28 now");
}

struct Change {
    std::size_t at;  ///< in a zip of "a" and "b"
    std::uint32_t number;
    const char* problem;
};

TEST(Zip, NamesThePlaceOfDamage) {
    const Bytes sound = rawZip({{"a", kContent}, {"b", kContent}});
    const std::size_t directory = find(sound, kDirectoryEntry);
    const std::size_t second = find(sound, kDirectoryEntry, directory + 1);
    const std::size_t end = find(sound, "PK\5\6");
    ASSERT_EQ(directory, 126U);
    for (const Change& change :
         {Change{second, 0, "directory[1] at 0xAD: begins with 0x00000000, expected 0x02014B50"},
          {second + 28, 500, "directory[1] at 0xAD: has 546 bytes, the directory ends after 47"},
          {directory + 20, 1000,
           "member 'a': local header at 0x0: 1000 packed bytes follow, there are 32 before the next record "
           "at 0x3F"},
          {second + 20, 1000,
           "member 'b': local header at 0x3F: 1000 packed bytes follow, there are 32 before the next record "
           "at 0x7E"},
          {second + 42, 100, "member 'b': local header at 0x64: needs 30 bytes, there are 26 before 0x7E"},
          {directory + 42, 1, "member 'a': local header at 0x1: begins with 0x1404034B, expected 0x04034B50"},
          {directory + 42, 63, "member 'a': local header at 0x3F: is of 'b', the directory names 'a'"},
          {end + 8, 0x00030003,
           "end record at 0xDC: names 3 members, a directory of 94 bytes holds 2 at most"},
          {end + 8, 0x00010001, "directory at 0x7E: has 94 bytes, its 1 entries end at 0xAD and not at 0xDC"},
          {end + 8, 0x00020001,
           "end record at 0xDC: has 1 of 2 members and is on disk 0, the directory on disk 0; archives in "
           "several files are not read"},
          {end + 16, 127,
           "end record at 0xDC: names a directory of 94 bytes at 0x7F, which must end at 0xDC"}}) {
        Bytes file = sound;
        set32(file, change.at, change.number);
        EXPECT_EQ(problemOf(kZipContainer, file), change.problem);
    }
}

/// Such archives unpack to far more than their size, as all members share the bytes of one.
TEST(Zip, RefusesMembersThatShareBytes) {
    Bytes file = rawZip({{"a", kContent}, {"b", kContent}});
    const std::size_t second = find(file, kDirectoryEntry, find(file, kDirectoryEntry) + 1);
    set32(file, second + 42, 20);
    EXPECT_EQ(problemOf(kZipContainer, file),
              "member 'a': local header at 0x0: needs 30 bytes, there are 20 before 0x14");
}

/// Memory for a million members would be taken by a directory of 46 MB.
TEST(Zip, LimitsTheNumberOfMembers) {
    Bytes file(std::size_t{46} * 1'000'001);
    const std::size_t at = file.size();
    put(file, "PK\6\6");
    put(file, 44, 8);
    put(file, 0, 4);
    put(file, 0, 8);
    for (const std::size_t number : {std::size_t{1'000'001}, std::size_t{1'000'001}, at, std::size_t{0}})
        put(file, number, 8);
    put(file, "PK\6\7");
    put(file, 0, 4);
    put(file, at, 8);
    put(file, 1, 4);
    put(file, "PK\5\6");
    put(file, 0, 4);
    put(file, 0xFFFFFFFF, 4);
    put(file, 0xFFFFFFFF, 4);
    put(file, 0xFFFFFFFF, 4);
    put(file, 0, 2);
    EXPECT_THAT(problemOf(kZipContainer, file),
                testing::EndsWith("names 1000001 members, at most 1000000 are read"));
}

TEST(Zip, NamesThePlaceOfDamageInZip64Records) {
    const Bytes sound = rawZip({{"a", kContent}}, Sizes::Of64Bits);
    const std::size_t entry = find(sound, kDirectoryEntry);
    const std::size_t record = find(sound, "PK\6\6");
    const std::size_t locator = find(sound, "PK\6\7");
    ASSERT_EQ(entry, 0x3FU);
    ASSERT_EQ(record, 0x8AU);
    ASSERT_EQ(locator, 0xC2U);
    constexpr std::size_t kExtra = 46 + 1;
    for (const Change& change :
         {Change{locator + 8, 0x8B, "ZIP64 locator at 0xC2: names a record at 0x8B, of 56 bytes at least"},
          {locator + 8, 0xC3, "ZIP64 locator at 0xC2: names a record at 0xC3, of 56 bytes at least"},
          {locator + 8, 0x89, "ZIP64 end record at 0x89: begins with 0x064B5000, expected 0x06064B50"},
          {record + 24, 2,
           "ZIP64 end record at 0x8A: has 2 of 1 members, the directory is on disk 0; archives in several "
           "files are not read"},
          {record + 20, 3,
           "ZIP64 end record at 0x8A: has 1 of 1 members, the directory is on disk 3; archives in several "
           "files are not read"},
          {entry + kExtra, 0x00100001,
           "directory[0] at 0x3F: has a ZIP64 field of 16 bytes, which is too short"}}) {
        Bytes file = sound;
        set32(file, change.at, change.number);
        EXPECT_EQ(problemOf(kZipContainer, file), change.problem);
    }
}

TEST(Zip, DoesNotEncodeTwoMembersOfOneName) {
    try {
        static_cast<void>(encodeZip({{.name = "a", .bytes = bytesOfText("one")}, {.name = "a"}}));
        ADD_FAILURE() << "both members were encoded";
    } catch (const EncodeError& error) {
        EXPECT_STREQ(error.what(), "archive: File already exists");
    }
}

}  // namespace
}  // namespace rigkiln::containers
