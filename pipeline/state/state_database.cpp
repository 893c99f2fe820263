#include "pipeline/state/state_database.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <sqlite3.h>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "pipeline/state/state_errors.hpp"

namespace rigkiln {
namespace {

/// "RigK" in the header of the file, where `file` and SQLite look for the program that it belongs to.
constexpr int kApplication = 0x5269674B;

struct Table {
    const char* name;
    const char* statement;
};
// SQLite keeps the statements as they are, so they tell whether the tables are ours.
constexpr std::array<Table, 3> kTables = {{
    {"folders", "CREATE TABLE folders (path BLOB PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID"},
    {"runs",
     "CREATE TABLE runs (number INTEGER PRIMARY KEY, started INTEGER NOT NULL, milliseconds REAL NOT NULL, "
     "converted INTEGER NOT NULL, unchanged INTEGER NOT NULL, failed INTEGER NOT NULL, version TEXT NOT "
     "NULL)"},
    {"units", "CREATE TABLE units (output BLOB PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID"},
}};

/// Whether the header asks programs of today not to write to the file
/// (https://www.sqlite.org/fileformat2.html, "File format version numbers"). SQLite then opens it read-only.
/// Reads by the descriptor of SQLite: closing another one would end its locks.
bool isOfLaterSqlite(sqlite3* database) {
    constexpr sqlite3_int64 kWriteVersionPlace = 18;
    constexpr unsigned char kLatest = 2;
    sqlite3_file* file = nullptr;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file)) !=
            SQLITE_OK ||
        file == nullptr || file->pMethods == nullptr)
        return false;
    unsigned char version = 0;
    return file->pMethods->xRead(file, &version, 1, kWriteVersionPlace) == SQLITE_OK && version > kLatest;
}

/// Refuses a store of which a file is a pipe, a device or a folder. SQLite would wait at a pipe for somebody
/// to write into it, without end.
Status refuseOtherThanFiles(const std::string& path) {
    for (const char* ending : {"", "-journal", "-wal"}) {
        const std::string file = path + ending;
        std::error_code problem;
        const std::filesystem::file_status there = std::filesystem::status(file, problem);
        // A file that cannot be looked at is left to SQLite, which cannot open it either and says why.
        if (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there)) continue;
        return kStateUnusable.in(file, "is not a regular file; remove it, and the next run makes a new one");
    }
    return Done{};
}

}  // namespace

void FinalizeStatement::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void StateDatabase::CloseDatabase::operator()(sqlite3* database) const {
    sqlite3_close(database);
}

std::string_view columnBytes(sqlite3_stmt* statement, int column) {
    const void* bytes = sqlite3_column_blob(statement, column);
    const int size = sqlite3_column_bytes(statement, column);
    if (bytes == nullptr || size <= 0) return {};
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

int bindBytes(sqlite3_stmt* statement, int place, std::string_view bytes) {
    return sqlite3_bind_blob64(statement, place, bytes.data(), bytes.size(), SQLITE_STATIC);
}

StateDatabase::StateDatabase(std::string path, StoreAccess access)
    : path_(std::move(path)), access_(access) {}

StateStatement StateDatabase::prepare(std::string_view text) const {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database_.get(), text.data(), static_cast<int>(text.size()), &statement, nullptr);
    return StateStatement(statement);
}

Error StateDatabase::errorNow(std::string_view action) const {
    const int code = sqlite3_extended_errcode(database_.get());
    const int primary = code & 0xFF;
    const bool isDamaged = primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB ||
                           primary == SQLITE_SCHEMA || primary == SQLITE_FORMAT ||
                           primary == SQLITE_CONSTRAINT || primary == SQLITE_ERROR;
    return (isDamaged ? kStateDamaged : kStateUnusable)
        .in(path_, fmt::format("cannot be {}: {}", action, sqlite3_errmsg(database_.get())));
}

Status StateDatabase::execute(const char* statement) {
    if (sqlite3_exec(database_.get(), statement, nullptr, nullptr, nullptr) == SQLITE_OK) return Done{};
    return errorNow("used");
}

Status StateDatabase::open() {
    if (const Status usable = refuseOtherThanFiles(path_); !usable) return usable.error();
    sqlite3* database = nullptr;
    const bool isWritten = access_ == StoreAccess::Write;
    const int flags = isWritten ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    const int code = sqlite3_open_v2(path_.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    database_.reset(database);
    if (code != SQLITE_OK) return errorNow("opened");
    sqlite3_extended_result_codes(database, 1);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    return configure();
}

Status StateDatabase::configure() {
    // Most rows are read once and in order, so a cache of 2 MB, SQLite's default, would be filled for
    // nothing.
    for (const char* setting : {"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA cell_size_check = ON",
                                "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -512"}) {
        if (Status done = execute(setting); !done) return done;
    }
    if (access_ == StoreAccess::Write) {
        if (sqlite3_db_readonly(database_.get(), "main") == 1) {
            if (isOfLaterSqlite(database_.get()))
                return kStateDamaged.in(path_, "is damaged, or of a later version of SQLite");
            return kStateUnusable.in(path_, "cannot be written: the file or its disk is read-only");
        }
        for (const char* setting : {"PRAGMA journal_mode = TRUNCATE", "PRAGMA synchronous = OFF"}) {
            if (Status done = execute(setting); !done) return done;
        }
    }
    return checkTables();
}

Status StateDatabase::checkTables() {
    const auto number = [&](const char* pragma) -> Result<std::int64_t> {
        const StateStatement statement = prepare(pragma);
        if (statement == nullptr || sqlite3_step(statement.get()) != SQLITE_ROW) return errorNow("read");
        return sqlite3_column_int64(statement.get(), 0);
    };
    const Result<std::int64_t> application = number("PRAGMA application_id");
    if (!application) return application.error();
    const Result<std::int64_t> version = number("PRAGMA user_version");
    if (!version) return version.error();
    const Result<std::int64_t> entries = number("SELECT count(*) FROM sqlite_schema");
    if (!entries) return entries.error();
    if (*application == 0 && *version == 0 && *entries == 0) {
        if (access_ == StoreAccess::Write) return makeTables();
        return kStateUnusable.in(path_, "is empty");
    }
    if (*application != kApplication) return kStateDamaged.in(path_, "belongs to another program");
    if (*version != kVersion) {
        return kStateDamaged.in(path_,
                                fmt::format("has version {}, this program keeps {}", *version, kVersion));
    }
    const StateStatement tables = prepare("SELECT name, sql FROM sqlite_schema ORDER BY name COLLATE BINARY");
    std::size_t found = 0;
    while (tables != nullptr && sqlite3_step(tables.get()) == SQLITE_ROW) {
        if (found == kTables.size() || columnBytes(tables.get(), 0) != kTables.at(found).name ||
            columnBytes(tables.get(), 1) != kTables.at(found).statement)
            return kStateDamaged.in(path_, "has other tables than this program makes");
        ++found;
    }
    if (found != kTables.size()) return kStateDamaged.in(path_, "has not all tables");
    return Done{};
}

Status StateDatabase::makeTables() {
    std::string all = "BEGIN IMMEDIATE; ";
    for (const Table& table : kTables)
        all += fmt::format("{}; ", table.statement);
    all +=
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT", kApplication, kVersion);
    Status made = execute(all.c_str());
    // A new file without place for its tables is no damaged one.
    if (!made && made.error().is(kStateDamaged)) return made.error().withCode(kStateUnusable);
    return made;
}

}  // namespace rigkiln
