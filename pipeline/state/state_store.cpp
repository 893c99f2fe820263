#include "pipeline/state/state_store.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <sqlite3.h>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/state/state_errors.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;

/// "RigK" in the header of the file, where `file` and SQLite look for the program that it belongs to.
constexpr int kApplication = 0x5269674B;
constexpr std::size_t kChecksumBytes = sizeof(std::uint64_t);
/// One transaction per row takes 40 times as long as one for many. These stay in the cache of a processor,
/// and take little memory.
constexpr std::size_t kRowsPerTransaction = 256;
/// Rows of folders with thousands of files are large.
constexpr std::size_t kBytesPerTransaction = std::size_t{256} << 10U;
constexpr std::int64_t kMillisecondsPerTransaction = 500;
/// Transactions whose changes may wait while one is written.
constexpr std::size_t kMostTransactions = 4;
constexpr int kRunsKept = 1000;

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

struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Statement prepared(sqlite3* database, std::string_view text) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, text.data(), static_cast<int>(text.size()), &statement, nullptr);
    return Statement(statement);
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

/// Appends the checksum of a row, and returns it.
std::uint64_t addChecksum(std::string_view key, std::string& row) {
    const std::uint64_t checksum = digestOfRow(key, row);
    std::array<char, kChecksumBytes> bytes{};
    std::memcpy(bytes.data(), &checksum, kChecksumBytes);
    row.append(bytes.data(), kChecksumBytes);
    return checksum;
}

/// Precondition: it has one.
std::uint64_t checksumIn(std::string_view stored) {
    std::uint64_t checksum = 0;
    std::memcpy(&checksum, stored.data() + stored.size() - kChecksumBytes, kChecksumBytes);
    return checksum;
}

/// Returns the row without its checksum; nothing when it is damaged.
std::optional<std::string_view> checkedRow(std::string_view key, std::string_view stored) {
    if (stored.size() < kChecksumBytes) return std::nullopt;
    const std::string_view row = stored.substr(0, stored.size() - kChecksumBytes);
    if (checksumIn(stored) != digestOfRow(key, row)) return std::nullopt;
    return row;
}

std::int64_t steadyMilliseconds() {
    using std::chrono::duration_cast;
    return duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

std::uint64_t digestOfRow(std::string_view key, std::string_view row) {
    return XXH3_64bits_withSeed(row.data(), row.size(), XXH3_64bits(key.data(), key.size()));
}

void StateStore::FinalizeStatement::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void StateStore::CloseDatabase::operator()(sqlite3* database) const {
    sqlite3_close(database);
}

StateStore::StateStore(std::string path, StoreAccess access) : path_(std::move(path)), access_(access) {}

StateStore::~StateStore() {
    flush();
    forgetStatements();
}

/// They must end before the database.
void StateStore::forgetStatements() {
    ofFolder_.reset();
    for (auto& statement : writes_)
        statement.reset();
}

Result<std::unique_ptr<StateStore>> StateStore::open(const std::string& path, StoreAccess access,
                                                     std::optional<Error>& note) {
    std::unique_ptr<StateStore> store(
        new StateStore(path, access));  // NOLINT(modernize-make-unique): private
    // The time until the first transaction begins.
    static_cast<void>(store->pending_.take());
    Status opened = store->openFile();
    const bool isDamaged = !opened && opened.error().is(kStateDamaged);
    if (isDamaged && access == StoreAccess::Write) opened = store->openAnew(opened.error(), note);
    if (!opened) return opened.error();
    return store;
}

Error StateStore::errorNow(std::string_view action) const {
    const int code = sqlite3_extended_errcode(database_.get());
    const int primary = code & 0xFF;
    const bool isDamaged = primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB ||
                           primary == SQLITE_SCHEMA || primary == SQLITE_FORMAT ||
                           primary == SQLITE_CONSTRAINT || primary == SQLITE_ERROR;
    return (isDamaged ? kStateDamaged : kStateUnusable)
        .in(path_, fmt::format("cannot be {}: {}", action, sqlite3_errmsg(database_.get())));
}

Status StateStore::execute(const char* statement) {
    if (sqlite3_exec(database_.get(), statement, nullptr, nullptr, nullptr) == SQLITE_OK) return Done{};
    return errorNow("used");
}

Status StateStore::openFile() {
    sqlite3* database = nullptr;
    const bool isWritten = access_ == StoreAccess::Write;
    const int flags = isWritten ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    const int code = sqlite3_open_v2(path_.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    database_.reset(database);
    if (code != SQLITE_OK) return errorNow("opened");
    sqlite3_extended_result_codes(database, 1);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    return prepare();
}

Status StateStore::prepare() {
    // Most rows are read once and in order, so a cache of 2 MB, SQLite's default, would be filled for
    // nothing.
    for (const char* setting : {"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA cell_size_check = ON",
                                "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -512"}) {
        if (Status done = execute(setting); !done) return done;
    }
    if (access_ == StoreAccess::Write) {
        if (sqlite3_db_readonly(database_.get(), "main") == 1)
            return kStateUnusable.in(path_, "cannot be written: the file or its disk is read-only");
        for (const char* setting : {"PRAGMA journal_mode = TRUNCATE", "PRAGMA synchronous = OFF"}) {
            if (Status done = execute(setting); !done) return done;
        }
    }
    return checkTables();
}

Status StateStore::checkTables() {
    const auto number = [&](const char* pragma) -> Result<std::int64_t> {
        const Statement statement = prepared(database_.get(), pragma);
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
    const Statement tables =
        prepared(database_.get(), "SELECT name, sql FROM sqlite_schema ORDER BY name COLLATE BINARY");
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

Status StateStore::makeTables() {
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

/// Sets the file aside and makes an empty one.
Status StateStore::openAnew(const Error& reason, std::optional<Error>& note) {
    forgetStatements();
    database_.reset();
    const std::string aside = path_ + ".set-aside";
    std::error_code problem;
    // Its journal would be applied to the new file.
    for (const char* ending : {"-journal", "-wal", "-shm"})
        fs::remove(path_ + ending, problem);
    fs::rename(path_, aside, problem);
    if (problem)
        return kStateUnusable.in(path_, reason.problem + ", and cannot be set aside: " + problem.message());
    note = kStateDamaged.in(path_, reason.problem + "; it is now " + aside);
    Status opened = openFile();
    if (!opened) return opened.error().withCode(kStateUnusable);
    return opened;
}

Status StateStore::forEach(const std::function<void(std::string_view, std::string_view)>& visit) {
    const auto scan = [&]() -> Status {
        const Statement rows = prepared(database_.get(), "SELECT output, record FROM units ORDER BY output");
        if (rows == nullptr) return errorNow("read");
        while (true) {
            const int code = sqlite3_step(rows.get());
            if (code == SQLITE_DONE) return Done{};
            if (code != SQLITE_ROW) return errorNow("read");
            const std::string_view key = columnBytes(rows.get(), 0);
            if (const auto row = checkedRow(key, columnBytes(rows.get(), 1))) visit(key, *row);
        }
    };
    const std::lock_guard lock(mutex_);
    Status scanned = scan();
    if (scanned || !scanned.error().is(kStateDamaged) || access_ == StoreAccess::Read) return scanned;
    std::optional<Error> note;
    Status opened = openAnew(scanned.error(), note);
    if (opened) return *note;
    stop(opened.error());
    return opened;
}

std::optional<std::string> StateStore::find(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const Statement row = prepared(database_.get(), "SELECT record FROM units WHERE output = ?");
    if (row == nullptr || bindBytes(row.get(), 1, key) != SQLITE_OK) return std::nullopt;
    if (sqlite3_step(row.get()) != SQLITE_ROW) return std::nullopt;
    const auto found = checkedRow(key, columnBytes(row.get(), 0));
    return found ? std::optional(std::string(*found)) : std::nullopt;
}

std::optional<std::string> StateStore::folder(std::string_view path) {
    const std::lock_guard lock(mutex_);
    if (ofFolder_ == nullptr) {
        sqlite3_stmt* statement = nullptr;
        constexpr std::string_view kText = "SELECT record FROM folders WHERE path = ?";
        sqlite3_prepare_v2(database_.get(), kText.data(), static_cast<int>(kText.size()), &statement,
                           nullptr);
        ofFolder_.reset(statement);
    }
    if (ofFolder_ == nullptr || bindBytes(ofFolder_.get(), 1, path) != SQLITE_OK) return std::nullopt;
    std::optional<std::string> found;
    if (sqlite3_step(ofFolder_.get()) == SQLITE_ROW) {
        if (const auto row = checkedRow(path, columnBytes(ofFolder_.get(), 0))) found = std::string(*row);
    }
    sqlite3_reset(ofFolder_.get());
    return found;
}

StateStore::FolderRows StateStore::folderRows() {
    const std::lock_guard lock(mutex_);
    sqlite3_stmt* statement = nullptr;
    constexpr std::string_view kText = "SELECT path, record FROM folders ORDER BY path";
    sqlite3_prepare_v2(database_.get(), kText.data(), static_cast<int>(kText.size()), &statement, nullptr);
    return {*this, FolderRows::Statement(statement)};
}

std::size_t StateStore::FolderRows::take(std::span<FolderRow> rows) {
    // So much that comparing it takes far longer than the turn of another thread.
    constexpr std::size_t kMostBytes = std::size_t{64} << 10U;
    std::size_t count = 0;
    std::size_t bytes = 0;
    const std::lock_guard lock(store_.mutex_);
    while (isGoing_ && count < rows.size() && bytes < kMostBytes) {
        const int code = sqlite3_step(statement_.get());
        isGoing_ = code == SQLITE_ROW;
        isDone_ = code == SQLITE_DONE;
        if (!isGoing_) break;
        const std::string_view path = columnBytes(statement_.get(), 0);
        const std::string_view stored = columnBytes(statement_.get(), 1);
        const auto row = checkedRow(path, stored);
        if (!row) continue;
        rows[count].path = path;
        rows[count].bytes = *row;
        rows[count].digest = checksumIn(stored);
        bytes += row->size();
        ++count;
    }
    return count;
}

bool StateStore::FolderRows::isDone() const {
    const std::lock_guard lock(store_.mutex_);
    return isDone_;
}

std::vector<std::string> StateStore::folders() {
    const std::lock_guard lock(mutex_);
    const Statement rows = prepared(database_.get(), "SELECT path FROM folders ORDER BY path");
    std::vector<std::string> paths;
    while (rows != nullptr && sqlite3_step(rows.get()) == SQLITE_ROW)
        paths.emplace_back(columnBytes(rows.get(), 0));
    return paths;
}

StateStore::Pending::Due StateStore::Pending::add(Change change) {
    const std::lock_guard lock(mutex_);
    bytes_ += change.key.size() + (change.row ? change.row->size() : 0);
    changes_.push_back(std::move(change));
    const std::size_t transactions =
        std::max(changes_.size() / kRowsPerTransaction, bytes_ / kBytesPerTransaction);
    if (transactions >= kMostTransactions) return Due::Now;
    const bool isDue = transactions > 0 || steadyMilliseconds() - taken_ >= kMillisecondsPerTransaction;
    return isDue ? Due::Soon : Due::Later;
}

std::vector<StateStore::Change> StateStore::Pending::take() {
    const std::lock_guard lock(mutex_);
    bytes_ = 0;
    taken_ = steadyMilliseconds();
    return std::exchange(changes_, {});
}

/// Precondition of this and of writePending: the mutex is held.
void StateStore::stop(Error problem) {
    isStopped_ = true;
    if (!problem_) problem_ = std::move(problem);
}

std::uint64_t StateStore::put(std::string key, std::string row) {
    const std::uint64_t checksum = addChecksum(key, row);
    add({.key = std::move(key), .row = std::move(row)});
    return checksum;
}

void StateStore::putFolder(std::string path, std::string row) {
    addChecksum(path, row);
    add({.key = std::move(path), .row = std::move(row), .isFolder = true});
}

void StateStore::removeFolder(std::string path) {
    add({.key = std::move(path), .row = {}, .isFolder = true});
}

void StateStore::remove(std::string key) {
    add({.key = std::move(key), .row = {}});
}

void StateStore::add(Change change) {
    if (isStopped_) return;
    const Pending::Due due = pending_.add(std::move(change));
    if (due == Pending::Due::Later) return;
    // Where another thread uses the database, these changes are written after the next one is added.
    std::unique_lock lock(mutex_, std::defer_lock);
    if (due == Pending::Due::Now) {
        lock.lock();
    } else if (!lock.try_lock()) {
        return;
    }
    writePending();
}

void StateStore::flush() {
    const std::lock_guard lock(mutex_);
    writePending();
}

void StateStore::writePending() {
    const std::vector<Change> changes = pending_.take();
    if (!isStopped_ && !changes.empty() && access_ == StoreAccess::Write) {
        Status written = writeAll(changes);
        if (!written && written.error().is(kStateDamaged)) {
            std::optional<Error> note;
            written = openAnew(written.error(), note);
            if (written) written = writeAll(changes);
            if (written && !problem_) problem_ = note;
        }
        if (!written) stop(written.error());
    }
}

Status StateStore::writeAll(const std::vector<Change>& changes) {
    if (Status begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
    constexpr std::array<const char*, kWrites> kTexts = {
        "INSERT OR REPLACE INTO units VALUES (?, ?)", "DELETE FROM units WHERE output = ?",
        "INSERT OR REPLACE INTO folders VALUES (?, ?)", "DELETE FROM folders WHERE path = ?"};
    bool isGood = true;
    for (auto change = changes.begin(); isGood && change != changes.end(); ++change) {
        const std::size_t kind = (change->isFolder ? 2U : 0U) + (change->row ? 0U : 1U);
        auto& made = writes_.at(kind);
        if (made == nullptr) made.reset(prepared(database_.get(), kTexts.at(kind)).release());
        sqlite3_stmt* statement = made.get();
        isGood = statement != nullptr && bindBytes(statement, 1, change->key) == SQLITE_OK &&
                 (!change->row || bindBytes(statement, 2, *change->row) == SQLITE_OK) &&
                 sqlite3_step(statement) == SQLITE_DONE;
        if (isGood) sqlite3_reset(statement);
    }
    if (isGood) {
        if (Status committed = execute("COMMIT"); committed) return committed;
    }
    Error error = errorNow("written");
    forgetStatements();
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    return error;
}

void StateStore::addRun(const RunRow& run) {
    const std::lock_guard lock(mutex_);
    if (isStopped_ || access_ == StoreAccess::Read) return;
    const Statement add = prepared(database_.get(), "INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?)");
    if (add == nullptr) return stop(errorNow("written"));
    sqlite3_bind_int64(add.get(), 1, run.startedSeconds);
    sqlite3_bind_double(add.get(), 2, run.milliseconds);
    sqlite3_bind_int64(add.get(), 3, static_cast<std::int64_t>(run.converted));
    sqlite3_bind_int64(add.get(), 4, static_cast<std::int64_t>(run.unchanged));
    sqlite3_bind_int64(add.get(), 5, static_cast<std::int64_t>(run.failed));
    sqlite3_bind_text64(add.get(), 6, run.version.data(), run.version.size(), SQLITE_STATIC, SQLITE_UTF8);
    const std::string forget =
        fmt::format("DELETE FROM runs WHERE number <= (SELECT max(number) FROM runs) - {}", kRunsKept);
    if (sqlite3_step(add.get()) != SQLITE_DONE) return stop(errorNow("written"));
    if (Status forgot = execute(forget.c_str()); !forgot) stop(forgot.error());
}

std::optional<Error> StateStore::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

}  // namespace rigkiln
