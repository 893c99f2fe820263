#include "pipeline/files/paged_rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

constexpr std::size_t kRowsOfAFile = 4 * PagedBlock::kFileBytes / sizeof(std::uint32_t);

PagedRows<std::uint32_t> numbersTo(std::size_t count) {
    PagedRows<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < count; ++i)
        rows.push_back(i);
    return rows;
}

void expectNumbers(const PagedRows<std::uint32_t>& rows, std::size_t count) {
    ASSERT_EQ(rows.size(), count);
    std::vector<std::uint32_t> wanted(count);
    std::iota(wanted.begin(), wanted.end(), 0U);
    EXPECT_TRUE(std::equal(rows.begin(), rows.end(), wanted.begin()));
}

/// Leaves the folder of files as it was.
class PagedRowsTest : public testing::Test {
protected:
    ~PagedRowsTest() override { PagedBlock::setFolder({}); }

    /// Whether files without names can be made, and leave physical memory: not on tmpfs.
    static bool hasFiles() { return PagedBlock(PagedBlock::kFileBytes).isOfFile(); }
};

TEST_F(PagedRowsTest, KeepTheirValuesAsTheyGrow) {
    const std::size_t before = PagedBlock::bytesInFiles();
    {
        const PagedRows<std::uint32_t> rows = numbersTo(kRowsOfAFile);
        expectNumbers(rows, kRowsOfAFile);
        const std::size_t added = PagedBlock::bytesInFiles() - before;
        EXPECT_EQ(added >= kRowsOfAFile * sizeof(std::uint32_t), hasFiles());
    }
    EXPECT_EQ(PagedBlock::bytesInFiles(), before);
}

TEST_F(PagedRowsTest, AreOrdinaryMemoryWhileTheyAreFew) {
    PagedBlock block(PagedBlock::kFileBytes - 1);
    EXPECT_FALSE(block.isOfFile());
    EXPECT_EQ(block.size(), PagedBlock::kFileBytes - 1);
}

TEST_F(PagedRowsTest, KeepTheirValuesWhileTheyRest) {
    PagedRows<std::uint32_t> rows = numbersTo(kRowsOfAFile);
    std::atomic<bool> isOver = false;
    std::thread resting([&] {
        while (!isOver)
            restPagedRows();
    });
    for (int round = 0; round < 10; ++round) {
        for (std::uint32_t& row : rows)
            ++row;
    }
    isOver = true;
    resting.join();
    restPagedRows();
    for (std::uint32_t& row : rows)
        row -= 10;
    expectNumbers(rows, kRowsOfAFile);
}

/// Returns the physical memory of the mapping that begins at `first`, or 0 where none does.
std::size_t residentBytes(const void* first) {
    std::ifstream smaps("/proc/self/smaps");
    const std::string begin = fmt::format("{:x}-", reinterpret_cast<std::uintptr_t>(first));
    std::string line;
    while (std::getline(smaps, line) && !line.starts_with(begin)) {
    }
    while (std::getline(smaps, line)) {
        if (line.starts_with("Rss:")) return std::stoul(line.substr(4)) << 10U;
    }
    return 0;
}

struct WideRow {
    std::uint64_t number = 0;
    std::array<std::uint64_t, 15> further{};

    auto operator<=>(const WideRow&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

TEST_F(PagedRowsTest, AreInMemoryWhereTheyWereLookedAtLately) {
    constexpr std::uint64_t kRows = std::uint64_t{256} << 10U;  // 32 MiB
    // 24 pieces of 64 KiB, of which a fault may make twice as much usable (2.9 MB seen), and some.
    constexpr std::size_t kFewBytes = std::size_t{4} << 20U;
    PagedRows<WideRow> rows;
    rows.reserve(kRows);
    for (std::uint64_t i = 0; i < kRows; ++i)
        rows.push_back({.number = i * 40'503 % kRows});
    EXPECT_EQ(residentBytes(rows.data()) > 0, hasFiles());
    EXPECT_LT(residentBytes(rows.data()), kFewBytes) << "added";
    std::uint64_t sum = 0;
    std::size_t mostBytes = 0;
    for (std::uint64_t i = 0; i < kRows; i += 16) {
        sum += rows[i * 40'503 % kRows].number;
        if (i % 4080 == 0) mostBytes = std::max(mostBytes, residentBytes(rows.data()));
    }
    EXPECT_GT(sum, 0U);
    EXPECT_LT(mostBytes, kFewBytes) << "looked at by numbers";
    sortRows(rows);
    EXPECT_LT(residentBytes(rows.data()), kFewBytes) << "sorted";
    EXPECT_TRUE(std::ranges::is_sorted(rows));
}

TEST_F(PagedRowsTest, AreOrdinaryMemoryWhereThereIsNoFolder) {
    PagedBlock::setFolder("/nowhere/at/all");
    const std::size_t before = PagedBlock::bytesInFiles();
    const PagedRows<std::uint32_t> rows = numbersTo(kRowsOfAFile);
    EXPECT_EQ(PagedBlock::bytesInFiles(), before);
    expectNumbers(rows, kRowsOfAFile);
}

/// As where the disk is full: the file is no longer than a process may make one.
TEST_F(PagedRowsTest, LeaveAFileThatCannotGrow) {
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlimit before = limit;
    limit.rlim_cur = 2 * PagedBlock::kFileBytes;
    void (*const action)(int) = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    PagedBlock block(PagedBlock::kFileBytes);
    const bool wasOfFile = block.isOfFile();
    const PagedRows<std::uint32_t> rows = numbersTo(kRowsOfAFile);
    block.grow(3 * PagedBlock::kFileBytes);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, action);
    EXPECT_EQ(wasOfFile, hasFiles());
    EXPECT_FALSE(block.isOfFile());
    expectNumbers(rows, kRowsOfAFile);
}

TEST_F(PagedRowsTest, AreCopiedAndMoved) {
    PagedRows<std::uint32_t> rows = numbersTo(kRowsOfAFile);
    PagedRows<std::uint32_t> copy = rows;
    copy[0] = 7;
    EXPECT_EQ(rows[0], 0U);
    copy = rows;
    const PagedRows<std::uint32_t> moved = std::move(rows);
    expectNumbers(moved, kRowsOfAFile);
    expectNumbers(copy, kRowsOfAFile);
    rows = numbersTo(3);  // NOLINT(bugprone-use-after-move): it gets new rows
    expectNumbers(rows, 3);
    rows.push_back(rows[1]);
    EXPECT_EQ(rows.back(), 1U);
    rows.truncate(2);
    expectNumbers(rows, 2);
    rows.resize(4, 9);
    EXPECT_EQ(rows[3], 9U);
}

TEST_F(PagedRowsTest, NeedNoDescriptorWhenTheyStopGrowing) {
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit before = limit;
    limit.rlim_cur = 40;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    std::vector<PagedBlock> blocks;
    blocks.reserve(100);
    for (int i = 0; i < 100; ++i)
        blocks.emplace_back(PagedBlock::kFileBytes).stopGrowing();
    const bool isLastOfFile = blocks.back().isOfFile();
    std::vector<PagedBlock> growing;
    growing.reserve(100);
    for (int i = 0; i < 100; ++i)
        growing.emplace_back(PagedBlock::kFileBytes);
    ::setrlimit(RLIMIT_NOFILE, &before);
    EXPECT_EQ(isLastOfFile, hasFiles());
    EXPECT_FALSE(growing.back().isOfFile());
}

TEST_F(PagedRowsTest, RefuseWhatNoMemoryHolds) {
    PagedRows<std::uint64_t> rows(3, 5);
    EXPECT_THROW(rows.reserve(std::size_t{1} << 60U), std::bad_alloc);
    EXPECT_EQ(rows[2], 5U);
}

}  // namespace
}  // namespace rigkiln
