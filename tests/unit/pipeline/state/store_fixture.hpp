#pragma once

#include <map>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pipeline/state/state_store.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {

/// A store in a folder of its own.
class StateStoreTest : public testing::Test {
protected:
    using Rows = std::map<std::string, std::string>;

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

}  // namespace rigkiln
