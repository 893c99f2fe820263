#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pipeline/base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace rigkiln {

enum class StoreAccess : std::uint8_t {
    Write,  ///< makes the store if there is none; sets a damaged one aside
    Read,   ///< changes nothing on the disk
};

/// A prepared statement of SQLite. Must end before its database.
struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const;
};
using StateStatement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

/// Returns a blob of the current row, valid until the statement goes on.
[[nodiscard]] std::string_view columnBytes(sqlite3_stmt* statement, int column);
/// The bytes must outlive the use of the statement. Returns a code of SQLite.
[[nodiscard]] int bindBytes(sqlite3_stmt* statement, int place, std::string_view bytes);

/// The file of a StateStore, with the tables that this program makes: an open database, or none.
class StateDatabase {
public:
    /// Version of the tables and of the rows. Raise it when either changes its meaning.
    static constexpr int kVersion = 3;

    StateDatabase(std::string path, StoreAccess access);

    /// Opens the file, and makes the tables in a new one. Fails with kStateDamaged where the file is damaged,
    /// of another version or of another program, and else with kStateUnusable.
    [[nodiscard]] Status open();
    void close() { database_.reset(); }

    // Preconditions of the following: open.

    /// Returns null where the statement or the file is wrong.
    [[nodiscard]] StateStatement prepare(std::string_view text) const;
    /// Fails like `open`.
    [[nodiscard]] Status execute(const char* statement);
    /// Returns what went wrong last, as "cannot be ACTION: ...": kStateDamaged or kStateUnusable.
    [[nodiscard]] Error errorNow(std::string_view action) const;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] StoreAccess access() const { return access_; }

private:
    struct CloseDatabase {
        void operator()(sqlite3* database) const;
    };

    [[nodiscard]] Status configure();
    [[nodiscard]] Status makeTables();
    [[nodiscard]] Status checkTables();

    std::string path_;
    StoreAccess access_;
    std::unique_ptr<sqlite3, CloseDatabase> database_;
};

}  // namespace rigkiln
