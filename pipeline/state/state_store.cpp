#include "pipeline/state/state_store.hpp"

#include <algorithm>
#include <array>
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

constexpr std::size_t kChecksumBytes = sizeof(std::uint64_t);
constexpr int kRunsKept = 1000;

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

}  // namespace

std::uint64_t digestOfRow(std::string_view key, std::string_view row) {
    return XXH3_64bits_withSeed(row.data(), row.size(), XXH3_64bits(key.data(), key.size()));
}

StateStore::StateStore(std::string path, StoreAccess access) : database_(std::move(path), access) {}

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
    Status opened = store->database_.open();
    const bool isDamaged = !opened && opened.error().is(kStateDamaged);
    if (isDamaged && access == StoreAccess::Write) opened = store->openAnew(opened.error(), note);
    if (!opened) return opened.error();
    return store;
}

/// Sets the file aside and makes an empty one.
Status StateStore::openAnew(const Error& reason, std::optional<Error>& note) {
    forgetStatements();
    database_.close();
    const std::string& path = database_.path();
    const std::string aside = path + ".set-aside";
    std::error_code problem;
    // Its journal would be applied to the new file.
    for (const char* ending : {"-journal", "-wal", "-shm"})
        fs::remove(path + ending, problem);
    fs::rename(path, aside, problem);
    if (problem)
        return kStateUnusable.in(path, reason.problem + ", and cannot be set aside: " + problem.message());
    note = kStateDamaged.in(path, reason.problem + "; it is now " + aside);
    Status opened = database_.open();
    if (!opened) return opened.error().withCode(kStateUnusable);
    return opened;
}

Status StateStore::forEach(const std::function<void(std::string_view, std::string_view)>& visit) {
    const auto scan = [&]() -> Status {
        const StateStatement rows = database_.prepare("SELECT output, record FROM units ORDER BY output");
        if (rows == nullptr) return database_.errorNow("read");
        while (true) {
            const int code = sqlite3_step(rows.get());
            if (code == SQLITE_DONE) return Done{};
            if (code != SQLITE_ROW) return database_.errorNow("read");
            const std::string_view key = columnBytes(rows.get(), 0);
            if (const auto row = checkedRow(key, columnBytes(rows.get(), 1))) visit(key, *row);
        }
    };
    const std::lock_guard lock(mutex_);
    Status scanned = scan();
    if (scanned || !scanned.error().is(kStateDamaged) || database_.access() == StoreAccess::Read)
        return scanned;
    std::optional<Error> note;
    Status opened = openAnew(scanned.error(), note);
    if (opened) return *note;
    stop(opened.error());
    return opened;
}

std::optional<std::string> StateStore::find(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const StateStatement row = database_.prepare("SELECT record FROM units WHERE output = ?");
    if (row == nullptr || bindBytes(row.get(), 1, key) != SQLITE_OK) return std::nullopt;
    if (sqlite3_step(row.get()) != SQLITE_ROW) return std::nullopt;
    const auto found = checkedRow(key, columnBytes(row.get(), 0));
    return found ? std::optional(std::string(*found)) : std::nullopt;
}

std::optional<std::string> StateStore::folder(std::string_view path) {
    const std::lock_guard lock(mutex_);
    if (ofFolder_ == nullptr) ofFolder_ = database_.prepare("SELECT record FROM folders WHERE path = ?");
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
    return {*this, database_.prepare("SELECT path, record FROM folders ORDER BY path")};
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
    const StateStatement rows = database_.prepare("SELECT path FROM folders ORDER BY path");
    std::vector<std::string> paths;
    while (rows != nullptr && sqlite3_step(rows.get()) == SQLITE_ROW)
        paths.emplace_back(columnBytes(rows.get(), 0));
    return paths;
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

void StateStore::add(StateChange change) {
    if (isStopped_) return;
    const PendingChanges::Due due = pending_.add(std::move(change));
    if (due == PendingChanges::Due::Later) return;
    // Where another thread uses the database, these changes are written after the next one is added.
    std::unique_lock lock(mutex_, std::defer_lock);
    if (due == PendingChanges::Due::Now) {
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
    const std::vector<StateChange> changes = pending_.take();
    if (!isStopped_ && !changes.empty() && database_.access() == StoreAccess::Write) {
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

Status StateStore::writeAll(const std::vector<StateChange>& changes) {
    if (Status begun = database_.execute("BEGIN IMMEDIATE"); !begun) return begun;
    constexpr std::array<const char*, kWrites> kTexts = {
        "INSERT OR REPLACE INTO units VALUES (?, ?)", "DELETE FROM units WHERE output = ?",
        "INSERT OR REPLACE INTO folders VALUES (?, ?)", "DELETE FROM folders WHERE path = ?"};
    bool isGood = true;
    for (auto change = changes.begin(); isGood && change != changes.end(); ++change) {
        const std::size_t kind = (change->isFolder ? 2U : 0U) + (change->row ? 0U : 1U);
        auto& made = writes_.at(kind);
        if (made == nullptr) made = database_.prepare(kTexts.at(kind));
        sqlite3_stmt* statement = made.get();
        isGood = statement != nullptr && bindBytes(statement, 1, change->key) == SQLITE_OK &&
                 (!change->row || bindBytes(statement, 2, *change->row) == SQLITE_OK) &&
                 sqlite3_step(statement) == SQLITE_DONE;
        if (isGood) sqlite3_reset(statement);
    }
    if (isGood) {
        if (Status committed = database_.execute("COMMIT"); committed) return committed;
    }
    Error error = database_.errorNow("written");
    forgetStatements();
    static_cast<void>(database_.execute("ROLLBACK"));
    return error;
}

void StateStore::addRun(const RunRow& run) {
    const std::lock_guard lock(mutex_);
    if (isStopped_ || database_.access() == StoreAccess::Read) return;
    const StateStatement add = database_.prepare("INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?)");
    if (add == nullptr) return stop(database_.errorNow("written"));
    sqlite3_bind_int64(add.get(), 1, run.startedSeconds);
    sqlite3_bind_double(add.get(), 2, run.milliseconds);
    sqlite3_bind_int64(add.get(), 3, static_cast<std::int64_t>(run.converted));
    sqlite3_bind_int64(add.get(), 4, static_cast<std::int64_t>(run.unchanged));
    sqlite3_bind_int64(add.get(), 5, static_cast<std::int64_t>(run.failed));
    sqlite3_bind_text64(add.get(), 6, run.version.data(), run.version.size(), SQLITE_STATIC, SQLITE_UTF8);
    const std::string forget =
        fmt::format("DELETE FROM runs WHERE number <= (SELECT max(number) FROM runs) - {}", kRunsKept);
    if (sqlite3_step(add.get()) != SQLITE_DONE) return stop(database_.errorNow("written"));
    if (Status forgot = database_.execute(forget.c_str()); !forgot) stop(forgot.error());
}

std::optional<Error> StateStore::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

}  // namespace rigkiln
