#include "pipeline/state/state_store.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <sqlite3.h>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/state/state_errors.hpp"
#include "tests/unit/pipeline/state/store_fixture.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;

TEST_F(StateStoreTest, KeepsRowsInTheOrderOfTheirKeys) {
    const std::string binary("\0\xFF row", 6);
    {
        const auto store = open();
        store->put("b", "second");
        store->put("a", binary);
        store->put("gone", "row");
        store->put("b", "replaced");
        store->remove("gone");
    }
    EXPECT_EQ(rowsOf(*open()), (Rows{{"a", binary}, {"b", "replaced"}}));
    EXPECT_FALSE(note_);
}

TEST_F(StateStoreTest, FindsARowByItsKey) {
    const auto store = open();
    store->put("a", "first");
    store->put("b", "second");
    store->flush();
    EXPECT_EQ(store->find("a"), "first");
    EXPECT_EQ(store->find("b"), "second");
    EXPECT_EQ(store->find("c"), std::nullopt);
    store->remove("a");
    store->flush();
    EXPECT_EQ(store->find("a"), std::nullopt);
}

TEST_F(StateStoreTest, KeepsFoldersApartFromUnits) {
    {
        const auto store = open();
        store->put("/a", "unit");
        store->putFolder("/a", "folder");
        store->putFolder("/b", "gone");
        EXPECT_FALSE(store->folder("/a")) << "sees what was flushed";
        store->flush();
        store->removeFolder("/b");
    }
    const auto store = open();
    EXPECT_EQ(rowsOf(*store), (Rows{{"/a", "unit"}}));
    EXPECT_EQ(store->folders(), std::vector<std::string>{"/a"});
    EXPECT_EQ(store->folder("/a"), "folder");
    EXPECT_FALSE(store->folder("/b"));
}

TEST_F(StateStoreTest, DealsRowsOfFoldersToManyThreads) {
    constexpr int kFolders = 500;
    const auto store = open();
    const auto pathOf = [](int folder) { return fmt::format("/{:03}", folder); };
    const auto rowOf = [](int folder) { return std::string(static_cast<std::size_t>(folder) * 7, 'r'); };
    for (int folder = 0; folder < kFolders; ++folder)
        store->putFolder(pathOf(folder), rowOf(folder));
    store->flush();
    StateStore::FolderRows rows = store->folderRows();
    EXPECT_FALSE(rows.isDone());
    std::mutex mutex;
    std::map<std::string, FolderRow> taken;
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            std::array<FolderRow, 3> some;
            while (const std::size_t count = rows.take(some)) {
                const std::lock_guard lock(mutex);
                for (const FolderRow& row : std::span(some).first(count))
                    EXPECT_TRUE(taken.emplace(row.path, row).second) << row.path;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_TRUE(rows.isDone());
    ASSERT_EQ(taken.size(), static_cast<std::size_t>(kFolders));
    for (int folder = 0; folder < kFolders; ++folder) {
        const FolderRow& row = taken[pathOf(folder)];
        EXPECT_EQ(row.bytes, rowOf(folder));
        EXPECT_EQ(row.digest, digestOfRow(row.path, row.bytes));
    }
}

TEST_F(StateStoreTest, DealsRowsInMemoryThatDoesNotGrowWithThem) {
    constexpr std::size_t kRowBytes = 40'000;
    constexpr int kFolders = 200;
    {
        const auto store = open();
        for (int folder = 0; folder < kFolders; ++folder)
            store->putFolder(fmt::format("/{:03}", folder), std::string(kRowBytes, 'r'));
    }
    const std::int64_t before = sqlite3_memory_used();
    const auto store = open();
    StateStore::FolderRows rows = store->folderRows();
    std::array<FolderRow, 3> some;
    int count = 0;
    while (const std::size_t taken = rows.take(some))
        count += static_cast<int>(taken);
    EXPECT_EQ(count, kFolders);
    EXPECT_LT(sqlite3_memory_used() - before, std::int64_t{1} << 20U) << "of 8 MB of rows";
}

TEST_F(StateStoreTest, TakesRowsFromManyThreads) {
    {
        const auto store = open();
        std::vector<std::thread> threads;
        threads.reserve(4);
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&store, thread] {
                for (int i = 0; i < 1000; ++i)
                    store->put(fmt::format("{}/{}", thread, i), "row");
            });
        }
        for (std::thread& thread : threads)
            thread.join();
    }
    EXPECT_EQ(rowsOf(*open()).size(), 4000U);
}

TEST_F(StateStoreTest, KeepsTheLastRowOfEachKeyWhileManyThreadsWrite) {
    constexpr int kThreads = 4;
    constexpr int kRounds = 3000;
    const auto store = open();
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&store, thread] {
            for (int i = 0; i < kRounds; ++i) {
                store->put(fmt::format("{}/{}", thread, i % 7), fmt::format("row {}", i));
                if (i % 5 == 0) store->remove(fmt::format("{}/gone", thread));
                if (i % 5 == 1) store->put(fmt::format("{}/gone", thread), "row");
                if (i % 997 == 0) store->flush();
            }
            store->remove(fmt::format("{}/gone", thread));
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    store->flush();
    Rows expected;
    for (int thread = 0; thread < kThreads; ++thread) {
        for (int i = kRounds - 7; i < kRounds; ++i)
            expected[fmt::format("{}/{}", thread, i % 7)] = fmt::format("row {}", i);
    }
    EXPECT_EQ(rowsOf(*store), expected);
}

TEST_F(StateStoreTest, ReadsWithoutChangingAnything) {
    std::optional<Error> note;
    const auto missing = StateStore::open(path_, StoreAccess::Read, note);
    ASSERT_FALSE(missing);
    EXPECT_TRUE(missing.error().is(kStateUnusable));
    EXPECT_FALSE(fs::exists(path_));
    open()->put("a", "row");
    const std::string before = folder_.read("units.sqlite");
    {
        const auto store = open(StoreAccess::Read);
        EXPECT_EQ(rowsOf(*store), (Rows{{"a", "row"}}));
        store->put("b", "row");
    }
    EXPECT_EQ(folder_.read("units.sqlite"), before);
    folder_.write("units.sqlite", std::string(5000, 'x'));
    const auto damaged = StateStore::open(path_, StoreAccess::Read, note);
    ASSERT_FALSE(damaged);
    EXPECT_TRUE(damaged.error().is(kStateDamaged));
    EXPECT_FALSE(fs::exists(path_ + ".set-aside"));
}

TEST_F(StateStoreTest, SaysWhyThereIsNone) {
    folder_.write("file", "");
    std::optional<Error> note;
    const auto store = StateStore::open(folder_.path("file/units.sqlite"), StoreAccess::Write, note);
    ASSERT_FALSE(store);
    EXPECT_TRUE(store.error().is(kStateUnusable)) << store.error().text();
}

TEST_F(StateStoreTest, RemembersTheLastRuns) {
    {
        const auto store = open();
        for (std::size_t i = 0; i < 1003; ++i)
            store->addRun({.startedSeconds = 7, .milliseconds = 1.5, .converted = i, .version = "1.0"});
        EXPECT_FALSE(store->problem());
    }
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, "SELECT count(*), max(converted) FROM runs", -1, &statement, nullptr);
    ASSERT_EQ(sqlite3_step(statement), SQLITE_ROW);
    EXPECT_EQ(sqlite3_column_int(statement, 0), 1000);
    EXPECT_EQ(sqlite3_column_int(statement, 1), 1002);
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

}  // namespace
}  // namespace rigkiln
