#include "pipeline/conversion/container_module.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

std::vector<std::byte> numbers(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::byte>(i);
    return bytes;
}

std::string pathOf(std::string_view name) {
    const Result<std::string> path = memberPath(name);
    return path ? *path : "refused: " + path.error().problem;
}

TEST(MemberPath, SeparatesAsTheDiskDoes) {
    EXPECT_EQ(pathOf("DATA\\ART\\X.ALO"), "DATA/ART/X.ALO");
    EXPECT_EQ(pathOf("a/./b//c"), "a/b/c");
}

TEST(MemberPath, TakesARootForThatOfTheArchive) {
    EXPECT_EQ(pathOf("//a/b"), "a/b");
    EXPECT_EQ(pathOf("\\a"), "a");
}

TEST(MemberPath, RefusesWhatLeadsOutOfTheArchive) {
    for (const std::string_view name : {"../a", "a/../../b", "a\\..\\b", "C:\\a", "", "/", "."})
        EXPECT_FALSE(memberPath(name)) << name;
    EXPECT_FALSE(memberPath(std::string_view("a\0b", 3)));
}

TEST(MemberPath, RefusesNamesThatNoFileHas) {
    EXPECT_EQ(pathOf("a/" + std::string(255, 'x')), "a/" + std::string(255, 'x'));
    EXPECT_NE(
        pathOf("a/" + std::string(256, 'x')).find("a name of 256 bytes in it, at most 255 are possible"),
        std::string::npos);
}

TEST(ExpansionProblem, AllowsWhatKeepsToTheLimits) {
    EXPECT_FALSE(expansionProblem(1, kFreeBytes, {}));
    EXPECT_FALSE(expansionProblem(10000, 10000000, {}));
}

TEST(ExpansionProblem, NamesTheValueAndTheLimit) {
    EXPECT_EQ(expansionProblem(1, 2000, {.maximumBytes = 1999}),
              "2000 bytes when unpacked, at most 1999 (2.0 KiB) are taken");
    EXPECT_EQ(expansionProblem(1000, 2000000, {.maximumRatio = 1000}),
              "2000000 bytes when unpacked from 1000, at most 1000 times as many are taken");
}

TEST(ByteSource, ReadsRanges) {
    const auto whole = std::make_shared<MemorySource>(SharedBytes(numbers(10)));
    const RangeSource part(whole, 4, 3);
    EXPECT_EQ(part.size(), 3U);
    EXPECT_EQ(readRange(part, 1, 100).value(), (std::vector<std::byte>{std::byte{5}, std::byte{6}}));
    EXPECT_FALSE(readRange(part, 9, 100));
}

TEST(ByteSource, GivesMemoryWithoutACopy) {
    const SharedBytes bytes(numbers(10));
    const auto whole = std::make_shared<MemorySource>(bytes);
    EXPECT_EQ(whole->readAll().value().data(), bytes.data());
    const auto range = std::make_shared<RangeSource>(whole, 4, 3);
    EXPECT_EQ(range->readAll().value().data(), bytes.data() + 4);
    EXPECT_EQ(range->readAll().value(), SharedBytes(readRange(*whole, 4, 3).value()));
    EXPECT_EQ(RangeSource(range, 1, 2).readAll().value().data(), bytes.data() + 5);
}

TEST(ByteSource, RefusesWhatIsOutside) {
    const auto whole = std::make_shared<MemorySource>(SharedBytes(numbers(10)));
    const RangeSource part(whole, 4, 3);
    std::array<std::byte, 3> bytes{};
    EXPECT_EQ(part.read(1, bytes).error().text(), "needs 3 bytes at 0x1, there are 3 in all");
    EXPECT_FALSE(part.read(~std::uint64_t{0}, bytes));
}

TEST(Archive, NamesTheMemberThatCannotBeRead) {
    const auto whole = std::make_shared<MemorySource>(SharedBytes(numbers(10)));
    const PlainArchive archive(whole, {{.name = "a", .sizeBytes = 4, .offset = 2},
                                       {.name = "b", .sizeBytes = 4, .problem = "is encrypted"}});
    EXPECT_EQ(archive.read(0, 2).value(), (std::vector<std::byte>{std::byte{2}, std::byte{3}}));
    EXPECT_EQ(archive.read(1, 2).error().text(), "member 'b': is encrypted");
}

}  // namespace
}  // namespace rigkiln
