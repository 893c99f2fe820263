#include "pipeline/farm/shard_results.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using Rows = std::vector<std::pair<std::string, std::string>>;

struct Read {
    Rows rows{};
    std::vector<std::pair<std::string, bool>> images{};
    ResultsRead result{};
};

Read readAll(const std::string& folder) {
    Read read;
    const Result<ResultsRead> result = readShardResults(
        folder,
        {.unit = [&](std::string_view output,
                     std::string_view record) { read.rows.emplace_back(output, record); },
         .image = [&](const ImageUse& use) { read.images.emplace_back(use.key, use.isMade); }},
        realDisk());
    if (!result) {
        ADD_FAILURE() << result.error().text();
        return read;
    }
    read.result = *result;
    return read;
}

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Results : public testing::Test {
protected:
    std::unique_ptr<ShardResults> open() const {
        Result<std::unique_ptr<ShardResults>> results = ShardResults::open(place, realDisk());
        if (!results) throw std::runtime_error(results.error().text());
        return std::move(*results);
    }
    /// The only file.
    [[nodiscard]] fs::path file() const { return fs::directory_iterator(place)->path(); }

    test::TemporaryFolder folder;
    std::string place = (folder.path() / "round-1/results/00001").string();
};

TEST_F(Results, ComeBackInTheirOrder) {
    Rows rows;
    {
        const auto results = open();
        for (int i = 0; i < 1000; ++i) {
            rows.emplace_back("/out/" + std::to_string(i), std::string(static_cast<std::size_t>(i), '\0'));
            results->remember(rows.back().first, rows.back().second);
        }
        EXPECT_TRUE(results->finish());
    }
    const Read read = readAll(place);
    EXPECT_EQ(read.rows, rows);
    EXPECT_EQ(read.result.files, 1U);
    EXPECT_EQ(read.result.units, 1000U);
    EXPECT_EQ(read.result.bytesTorn, 0U);
}

TEST_F(Results, HaveTheUsesOfImages) {
    const auto results = open();
    results->rememberImage({.key = "a", .isMade = false});
    results->rememberImage({.key = "b", .isMade = true});
    // Those that were made are written at once.
    const Read read = readAll(place);
    EXPECT_EQ(read.images, (std::vector<std::pair<std::string, bool>>{{"a", false}, {"b", true}}));
    EXPECT_EQ(read.result.units, 0U);
    EXPECT_EQ(read.result.bytesTorn, 0U);
}

TEST_F(Results, AreNoneWhereNoProcessBegan) {
    EXPECT_EQ(readAll(place).result.files, 0U);
}

TEST_F(Results, OfAKilledProcessEndWithItsLastWholeRow) {
    {
        const auto results = open();
        for (int i = 0; i < 20; ++i)
            results->remember("/out/" + std::to_string(i), "a record of " + std::to_string(i));
    }
    const Rows rows = readAll(place).rows;
    const std::string whole = contentOf(file());
    std::size_t most = 0;
    for (std::size_t size = whole.size(); size-- > 0;) {
        fs::resize_file(file(), size);
        const Read read = readAll(place);
        ASSERT_LE(read.rows.size(), rows.size());
        ASSERT_TRUE(std::ranges::equal(read.rows, std::span(rows).first(read.rows.size()))) << size;
        most = std::max(most, read.rows.size());
    }
    EXPECT_EQ(most, rows.size() - 1);
}

TEST_F(Results, NeverGiveARowThatWasChanged) {
    {
        const auto results = open();
        for (int i = 0; i < 5; ++i)
            results->remember("/out/" + std::to_string(i), "a record of " + std::to_string(i));
    }
    const Rows rows = readAll(place).rows;
    const std::string whole = contentOf(file());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 0x41);
        std::ofstream(file(), std::ios::binary) << changed;
        const Read read = readAll(place);
        ASSERT_LT(read.rows.size(), rows.size()) << i;
        ASSERT_TRUE(std::ranges::equal(read.rows, std::span(rows).first(read.rows.size()))) << i;
        ASSERT_GT(read.result.bytesTorn, 0U);
    }
}

TEST_F(Results, AreTakenFromManyThreads) {
    {
        const auto results = open();
        std::vector<std::jthread> threads;
        threads.reserve(4);
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&results, thread] {
                for (int i = 0; i < 500; ++i)
                    results->remember(std::to_string(thread) + "/" + std::to_string(i),
                                      std::string(300, 'x'));
            });
        }
    }
    const Read read = readAll(place);
    EXPECT_EQ(std::map(read.rows.begin(), read.rows.end()).size(), 2000U);
}

TEST_F(Results, OfAnotherFileStandBesideThem) {
    // As a process of the same shard on another machine writes it.
    {
        const auto results = open();
        results->remember("/out/a", "one");
    }
    const fs::path first = file();
    const fs::path second = first.parent_path() / "other-machine.results";
    fs::copy_file(first, second);
    std::ofstream(first.parent_path() / "note.txt") << "no results";
    const Read read = readAll(place);
    EXPECT_EQ(read.result.files, 2U);
    EXPECT_EQ(read.rows, (Rows{{"/out/a", "one"}, {"/out/a", "one"}}));
}

TEST_F(Results, BeginNotAfterTheClockOfTheirFileSystem) {
    const auto results = open();
    const DiskResult<FileStatus> status = realDisk().lookAt(Disk::kNoFolder, file().string(), Links::Refuse);
    ASSERT_TRUE(status);
    const Moment made{.seconds = status.value.changedSeconds, .nanoseconds = status.value.changedNanoseconds};
    EXPECT_LE(results->started(), made);
}

TEST_F(Results, SayWhyTheyCannotBeWritten) {
    std::ofstream(folder.path() / "round-1") << "a file";
    const auto results = ShardResults::open(place, realDisk());
    ASSERT_FALSE(results);
    EXPECT_EQ(results.error().kind(), ErrorKind::Environment);
    EXPECT_EQ(results.error().file, fs::path(place).parent_path().string());
}

}  // namespace
}  // namespace rigkiln
