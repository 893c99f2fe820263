#include "pipeline/plan/file_table.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

std::vector<std::string> relativesOf(const FileTable& files) {
    std::vector<std::string> relatives;
    for (const ScannedFile& file : files)
        relatives.push_back(file.relative);
    return relatives;
}

TEST(FileTable, GivesBackWhatWasPutIn) {
    const std::vector<ScannedFile> put = {
        {.path = "/in/a.alo", .relative = "a.alo", .sizeBytes = std::uint64_t{1} << 40U},
        {.path = "/in/deep/b.alo", .relative = "deep/b.alo", .sizeBytes = 1},
        {.path = "/in/art.meg/c.alo", .relative = "art.meg/c.alo", .isMember = true, .heldBytes = 77},
        {.path = "/in/real.alo", .relative = "link.alo"},
        {.path = "/d.alo", .relative = "d.alo"},
        {.path = "/in/" + std::string(300, 'n'), .relative = std::string(300, 'n')},
    };
    FileTable files;
    for (const ScannedFile& file : put)
        files.add(file);
    ASSERT_EQ(files.size(), put.size());
    for (std::size_t i = 0; i < put.size(); ++i)
        EXPECT_EQ(files[i], put[i]) << i;
}

TEST(TextTable, HoldsTextsOfAnyLength) {
    std::vector<std::string> put;
    TextTable texts;
    std::vector<std::uint32_t> numbers;
    for (const std::size_t length :
         {0U, 1U, 127U, 128U, 20000U, 65533U, 65532U, 1U, 65536U, 70000U, 3U, 300000U, 5U}) {
        put.emplace_back(length, static_cast<char>('a' + put.size()));
        numbers.push_back(texts.add(put.back()));
    }
    TextTable more;
    const std::uint32_t last = more.add("last");
    const std::uint32_t base = texts.append(std::move(more));
    for (std::size_t i = 0; i < put.size(); ++i)
        EXPECT_EQ(texts[numbers[i]], put[i]) << i;
    EXPECT_EQ(texts[base + last], "last");
    EXPECT_EQ(texts[texts.add("after")], "after");
    EXPECT_EQ(texts[base + last], "last");
}

/// They fill many blocks, of which some are got at once.
TEST(TextTable, HoldsManyTexts) {
    constexpr std::size_t kCount = 100'000;
    const auto textOf = [](std::size_t number) {
        return std::string(number % 100, 'x') + std::to_string(number);
    };
    TextTable texts;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < kCount; ++i)
        numbers.push_back(texts.add(textOf(i)));
    TextTable more;
    const std::uint32_t other = more.add("other");
    const std::uint32_t base = texts.append(std::move(more));
    for (std::size_t i = 0; i < kCount; ++i)
        numbers.push_back(texts.add(textOf(i)));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        ASSERT_EQ(texts[numbers[i]], textOf(i % kCount)) << i;
    EXPECT_EQ(texts[base + other], "other");
}

TEST(FileTable, SortsByRelativePathAndDropsRepeatedOnes) {
    FileTable files;
    for (const char* name : {"b.alo", "a/z.alo", "a-b.alo", "b.alo", "B.alo", "a/deep/y.alo"})
        files.add({.path = std::string("/in/") + name, .relative = name});
    files.sortByRelativePath();
    EXPECT_THAT(relativesOf(files), ElementsAre("B.alo", "a-b.alo", "a/deep/y.alo", "a/z.alo", "b.alo"));
}

TEST(FileTable, TakesTheRowsOfAnotherWithEverythingThatIsKnownOfThem) {
    FileTable first;
    first.add({.path = "/one/x.alo", .relative = "x.alo"});
    first.setKind(0, {.description = "one"});
    FileTable second;
    second.add({.path = "/two/y.alo", .relative = "y.alo", .sizeBytes = 5});
    second.add({.path = "/two/real.alo", .relative = "link.alo"});
    second.setKind(0, {.description = "two"});
    second.setAssetName(0, "y");
    second.setAssetName(1, "link");
    second.setProblem(1, kMismatchedName.in("/two/real.alo", "is empty"));
    EXPECT_EQ(first.append(std::move(second)), 1U);
    ASSERT_EQ(first.size(), 3U);
    EXPECT_EQ(first.kind(0)->description, "one");
    EXPECT_EQ(first.path(1).text(), "/two/y.alo");
    EXPECT_EQ(first.kind(1)->description, "two");
    EXPECT_EQ(first.assetName(1), "y");
    EXPECT_EQ(first.sizeBytes(1), 5U);
    EXPECT_EQ(first.relative(2), "link.alo");
    EXPECT_EQ(first.assetName(2), "link");
    EXPECT_EQ(first.kind(2), nullptr);
    ASSERT_NE(first.problem(2), nullptr);
    EXPECT_EQ(first.problem(2)->problem, "is empty");
    EXPECT_EQ(first.problem(1), nullptr);
}

TEST(FileTable, KnowsTheFirstOfRowsWithOnePath) {
    FileTable files;
    files.add({.path = "/in/a/x.alo", .relative = "a/x.alo"});
    files.add({.path = "/in/a/y.alo", .relative = "a/y.alo"});
    files.add({.path = "/in/a/x.alo", .relative = "x.alo"});
    files.findRepeated();
    EXPECT_EQ(files.firstOf(0), 0U);
    EXPECT_EQ(files.firstOf(1), 1U);
    EXPECT_EQ(files.firstOf(2), 0U);
}

TEST(FileTable, KnowsFoldersWithFiles) {
    FileTable files;
    files.add({.path = "/in/a/x.alo", .relative = "x.alo"});
    EXPECT_TRUE(files.hasFolder("/in/a"));
    EXPECT_FALSE(files.hasFolder("/in"));
    EXPECT_FALSE(files.hasFolder("/in/a/b"));
}

TEST(FileFinder, FindsEveryFileAndNothingElse) {
    FileTable files;
    for (int i = 0; i < 1000; ++i) {
        const std::string relative = std::to_string(i % 7) + "/" + std::to_string(i) + ".alo";
        files.add({.path = "/in/" + relative, .relative = relative});
    }
    const FileFinder finder(files);
    for (FileTable::Index i = 0; i < files.size(); ++i)
        EXPECT_EQ(finder.find(files.path(i)), i);
    EXPECT_EQ(finder.find({.folder = "/in/1", .name = "1", .suffix = ".alo"}), 1U);
    EXPECT_EQ(finder.find({.folder = "/in/0", .name = "1.alo"}), kNoRow);
    EXPECT_EQ(finder.find({.folder = "/in", .name = "0/0.alo"}), kNoRow);
}

TEST(SplitPath, ComparesAsWholePathsDo) {
    const std::vector<std::string> paths = {"/a/b", "/a/b/c", "/a-b", "/a", "/b", "/a/b-c/d", "/a/bc"};
    for (const std::string& left : paths) {
        for (const std::string& right : paths) {
            const int whole = left.compare(right);
            const int pieces = comparePaths(splitPath(left), splitPath(right));
            EXPECT_EQ(whole < 0, pieces < 0) << left << ' ' << right;
            EXPECT_EQ(whole == 0, pieces == 0) << left << ' ' << right;
            // With the last letter as a suffix.
            SplitPath divided = splitPath(left);
            divided.suffix = divided.name.substr(divided.name.size() - 1);
            divided.name.remove_suffix(1);
            EXPECT_EQ(divided.text(), left);
            EXPECT_EQ(whole < 0, comparePaths(divided, splitPath(right)) < 0) << left << ' ' << right;
            EXPECT_EQ(whole == 0, divided == splitPath(right)) << left << ' ' << right;
        }
    }
}

}  // namespace
}  // namespace rigkiln
