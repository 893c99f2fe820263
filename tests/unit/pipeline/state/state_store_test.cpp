#include "pipeline/state/state_store.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <random>
#include <span>
#include <sqlite3.h>
#include <sys/resource.h>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/state/state_errors.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Rows = std::map<std::string, std::string>;

class StateStoreTest : public testing::Test {
protected:
    std::unique_ptr<StateStore> open(StoreAccess access = StoreAccess::Write) {
        note_.reset();
        Result<std::unique_ptr<StateStore>> store = StateStore::open(path_, access, note_);
        EXPECT_TRUE(store) << (store ? "" : store.error().text());
        return store ? std::move(*store) : nullptr;
    }

    static Rows rowsOf(StateStore& store) {
        Rows rows;
        const Status read = store.forEach([&](std::string_view key, std::string_view row) {
            EXPECT_TRUE(rows.emplace(key, row).second) << key;
        });
        EXPECT_TRUE(read) << (read ? "" : read.error().text());
        return rows;
    }

    void execute(const char* statement) const {
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(database, statement, nullptr, nullptr, nullptr), SQLITE_OK) << statement;
        sqlite3_close(database);
    }

    ScratchFolder folder_;
    std::string path_ = folder_.path("units.sqlite");
    std::optional<Error> note_;
};

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

TEST_F(StateStoreTest, LeavesOutDamagedRowsOfFolders) {
    open()->putFolder("/a", "folder");
    execute("UPDATE folders SET record = x'00' || record");
    EXPECT_FALSE(open()->folder("/a"));
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

TEST_F(StateStoreTest, DealsNoDamagedRowsOfFolders) {
    open()->putFolder("/a", "folder");
    execute("UPDATE folders SET record = x'00' || record");
    const auto store = open();
    StateStore::FolderRows rows = store->folderRows();
    std::array<FolderRow, 2> some;
    EXPECT_EQ(rows.take(some), 0U);
    EXPECT_TRUE(rows.isDone());
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

TEST_F(StateStoreTest, SetsAsideWhatIsNoStore) {
    for (const std::string& content :
         {std::string("text of somebody, longer than the header of a database file "
                      "and then some, so that it is read as one, is no store at all"),
          std::string(5000, '\xFF')}) {
        folder_.write("units.sqlite", content);
        const auto store = open();
        ASSERT_TRUE(note_);
        EXPECT_TRUE(note_->is(kStateDamaged));
        EXPECT_THAT(note_->problem, HasSubstr("file is not a database; it is now " + path_ + ".set-aside"));
        EXPECT_EQ(folder_.read("units.sqlite.set-aside"), content);
        store->put("a", "row");
        EXPECT_EQ(rowsOf(*store), Rows{});
        store->flush();
        EXPECT_EQ(rowsOf(*store), (Rows{{"a", "row"}}));
    }
}

TEST_F(StateStoreTest, SetsAsideOtherVersionsAndPrograms) {
    struct Case {
        const char* statement;
        const char* reason;
    };
    for (const Case& row :
         {Case{"PRAGMA user_version = 99", "has version 99, this program keeps 3"},
          Case{"PRAGMA application_id = 7", "belongs to another program"},
          Case{"CREATE TABLE more (x)", "has other tables"}, Case{"DROP TABLE runs", "has other tables"},
          Case{"DROP TABLE units", "has not all tables"}}) {
        open()->put("a", "row");
        execute(row.statement);
        const auto store = open();
        ASSERT_TRUE(note_) << row.statement;
        EXPECT_THAT(note_->problem, HasSubstr(row.reason));
        EXPECT_EQ(rowsOf(*store), Rows{});
    }
}

TEST_F(StateStoreTest, SetsAsideAFileThatItsHeaderForbidsToWrite) {
    constexpr std::size_t kWriteVersion = 18;
    for (const char version : {'\x03', '\x81'}) {
        open()->put("a", "row");
        std::string content = folder_.read("units.sqlite");
        content[kWriteVersion] = version;
        folder_.write("units.sqlite", content);
        const auto store = open();
        ASSERT_TRUE(note_);
        EXPECT_TRUE(note_->is(kStateDamaged)) << note_->text();
        EXPECT_THAT(note_->problem, HasSubstr("is damaged, or of a later version of SQLite; it is now "));
        EXPECT_EQ(rowsOf(*store), Rows{});
        store->put("b", "row");
        store->flush();
        EXPECT_EQ(rowsOf(*store), (Rows{{"b", "row"}}));
    }
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

/// Files cannot grow beyond some bytes while this lives.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    }
    ~SmallFiles() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST_F(StateStoreTest, KeepsTheFirstFailureToWrite) {
    {
        const auto store = open();
        store->put("a", "row");
        store->flush();
        EXPECT_FALSE(store->problem());
        {
            constexpr std::size_t kSmall = std::size_t{64} << 10U;
            const SmallFiles limit(kSmall);
            store->put("b", std::string(4 * kSmall, 'x'));
            store->flush();
        }
        const auto problem = store->problem();
        ASSERT_TRUE(problem);
        EXPECT_TRUE(problem->is(kStateUnusable)) << problem->text();
        store->put("c", "row");
        store->flush();
        ASSERT_TRUE(store->problem());
        EXPECT_EQ(store->problem()->text(), problem->text());
    }
    EXPECT_EQ(rowsOf(*open()), (Rows{{"a", "row"}})) << "nothing more is written";
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

/// Damages a store at random many times. RIGKILN_DAMAGES gives the number.
TEST_F(StateStoreTest, GivesNoWrongRowWhateverIsDamaged) {
    std::mt19937 random(19);
    const auto below = [&](std::size_t end) {
        return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
    };
    Rows rows;
    {
        const auto store = open();
        for (int i = 0; i < 120; ++i) {
            const std::string key = fmt::format("/out/folder/{:03}.glb", i);
            rows[key] = std::string(50 + below(i % 7 == 0 ? 6000 : 200), static_cast<char>('a' + i % 26));
            store->put(key, rows[key]);
        }
    }
    const std::string whole = folder_.read("units.sqlite");
    const char* wanted = std::getenv("RIGKILN_DAMAGES");
    const int count = wanted == nullptr ? 500 : std::atoi(wanted);
    for (int round = 0; round < count; ++round) {
        std::string damaged = whole;
        if (round % 5 == 0) damaged.resize(below(damaged.size()));
        const std::size_t flips = 1 + below(round % 2 == 0 ? 3 : 200);
        // Half of the flips are in the first pages, which everything depends on.
        const std::size_t end = round % 4 < 2 ? std::min<std::size_t>(damaged.size(), 4096) : damaged.size();
        for (std::size_t i = 0; i < flips && end > 0; ++i)
            damaged[below(end)] ^= static_cast<char>(1U << below(8));
        folder_.write("units.sqlite", damaged);
        fs::remove(path_ + "-journal");
        std::optional<Error> note;
        auto store = StateStore::open(path_, StoreAccess::Write, note);
        ASSERT_TRUE(store) << round << ": " << store.error().text();
        const Status read = (*store)->forEach([&](std::string_view key, std::string_view row) {
            const auto known = rows.find(std::string(key));
            ASSERT_NE(known, rows.end()) << round;
            EXPECT_EQ(row, known->second) << round;
        });
        EXPECT_TRUE(read || read.error().is(kStateDamaged)) << round << ": " << read.error().text();
        (*store)->put("/out/new", "row");
        (*store)->flush();
        const std::optional<Error> problem = (*store)->problem();
        EXPECT_TRUE(!problem || problem->is(kStateDamaged)) << round << ": " << problem->text();
    }
}

}  // namespace
}  // namespace rigkiln
