#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/state/state_errors.hpp"
#include "pipeline/state/state_store.hpp"
#include "tests/unit/pipeline/state/store_fixture.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using StateStoreDamage = StateStoreTest;

TEST_F(StateStoreDamage, LeavesOutDamagedRowsOfFolders) {
    open()->putFolder("/a", "folder");
    execute("UPDATE folders SET record = x'00' || record");
    EXPECT_FALSE(open()->folder("/a"));
}

TEST_F(StateStoreDamage, DealsNoDamagedRowsOfFolders) {
    open()->putFolder("/a", "folder");
    execute("UPDATE folders SET record = x'00' || record");
    const auto store = open();
    StateStore::FolderRows rows = store->folderRows();
    std::array<FolderRow, 2> some;
    EXPECT_EQ(rows.take(some), 0U);
    EXPECT_TRUE(rows.isDone());
}

TEST_F(StateStoreDamage, RefusesAPipeInThePlaceOfItsFiles) {
    for (const std::string ending : {"", "-journal", "-wal"}) {
        if (!ending.empty()) open()->putFolder("/a", "folder");
        const std::string pipe = path_ + ending;
        fs::remove(pipe);
        ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
        for (const StoreAccess access : {StoreAccess::Write, StoreAccess::Read}) {
            const auto store = StateStore::open(path_, access, note_);
            ASSERT_FALSE(store) << ending;
            EXPECT_TRUE(store.error().is(kStateUnusable));
            EXPECT_EQ(store.error().text(),
                      pipe + ": is not a regular file; remove it, and the next run makes a new one");
        }
        fs::remove(pipe);
    }
}

TEST_F(StateStoreDamage, SetsAsideWhatIsNoStore) {
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

TEST_F(StateStoreDamage, SetsAsideOtherVersionsAndPrograms) {
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

TEST_F(StateStoreDamage, SetsAsideAFileThatItsHeaderForbidsToWrite) {
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

TEST_F(StateStoreDamage, KeepsTheFirstFailureToWrite) {
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

/// Damages a store at random many times. RIGKILN_DAMAGES gives the number.
TEST_F(StateStoreDamage, GivesNoWrongRowWhateverIsDamaged) {
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
