#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/state/pending_changes.hpp"
#include "pipeline/state/state_database.hpp"

namespace rigkiln {

/// Returns the checksum of a row and its key.
[[nodiscard]] std::uint64_t digestOfRow(std::string_view key, std::string_view row);

/// Facts about one run, for whoever opens the store with the shell of SQLite.
struct RunRow {
    std::int64_t startedSeconds = 0;  ///< since 1970
    double milliseconds = 0;
    std::size_t converted = 0;
    std::size_t unchanged = 0;  ///< not converted, because nothing changed
    std::size_t failed = 0;
    std::string version{};  ///< of the program
};

/// Rows of bytes under keys, in one file of SQLite: what runs remember, of units and of folders. Keeps
/// nothing in memory but rows that are not written yet.
///
/// A row is either as it was put or damaged: pages of SQLite have no checksums, so every row has one, over
/// its key too. A damaged row is left out. Rows must therefore stand for themselves, because a damaged file
/// may show any earlier one.
///
/// Transactions are lost or whole after a killed process. They are not forced to the disk (`synchronous` is
/// off), because outputs are not either: after a power cut the file may be damaged, which is noticed. The
/// journal is a rollback journal: a write-ahead log needs memory that all processes share, so it is not safe
/// on network file systems. Precondition of writing: no other run writes; see StateLock.
///
/// `put` is safe to use from many threads.
class StateStore {
public:
    /// Opens the store at a path. If the file there is damaged, of another version or of another program, it
    /// is renamed to `PATH.set-aside`, replacing an earlier one, and `note` says so. Fails with
    /// kStateUnusable where the place cannot be read or written; reading a store that is damaged or not there
    /// fails too.
    [[nodiscard]] static Result<std::unique_ptr<StateStore>> open(const std::string& path, StoreAccess access,
                                                                  std::optional<Error>& note);
    class FolderRows;

    ~StateStore();
    StateStore(const StateStore&) = delete;
    StateStore& operator=(const StateStore&) = delete;

    /// Calls `visit` with each row, in the order of the keys' bytes; the views are valid during the call.
    /// Fails with kStateDamaged where the file is damaged. A writable store is then empty and usable; the
    /// damaged one is set aside.
    [[nodiscard]] Status forEach(
        const std::function<void(std::string_view key, std::string_view row)>& visit);

    /// Returns the row of a key, as it was last written; nothing for one that is not there or damaged. Rows
    /// that wait to be written do not count.
    [[nodiscard]] std::optional<std::string> find(std::string_view key);
    /// Returns the row of a folder; nothing when there is none, or it is damaged. Sees what was flushed. Safe
    /// to use from many threads.
    [[nodiscard]] std::optional<std::string> folder(std::string_view path);
    /// Returns the rows of all folders, to be taken in the order of their paths.
    [[nodiscard]] FolderRows folderRows();
    /// Returns the keys of all rows of folders.
    [[nodiscard]] std::vector<std::string> folders();

    /// Stores a row under a key, some time before `flush` returns. Failures are kept for `problem`. Returns
    /// `digestOfRow` of both.
    std::uint64_t put(std::string key, std::string row);
    void putFolder(std::string path, std::string row);
    void removeFolder(std::string path);
    /// Removes a row, likewise.
    void remove(std::string key);
    void addRun(const RunRow& run);
    /// Writes what was put.
    void flush();
    /// Returns the first failure to write. Nothing further is written then, except after kStateDamaged: the
    /// damaged file was set aside, and the rest is in a new one.
    [[nodiscard]] std::optional<Error> problem() const;

private:
    StateStore(std::string path, StoreAccess access);
    [[nodiscard]] Status openAnew(const Error& reason, std::optional<Error>& note);
    void forgetStatements();
    [[nodiscard]] Status writeAll(const std::vector<StateChange>& changes);
    void add(StateChange change);
    void writePending();
    void stop(Error problem);

    StateDatabase database_;
    StateStatement ofFolder_;  ///< made when it is first needed
    static constexpr std::size_t kWrites = 4;
    std::array<StateStatement, kWrites> writes_;  ///< likewise
    PendingChanges pending_;
    /// Guards the database and problem_, and not pending_: threads add changes while one writes.
    mutable std::mutex mutex_;
    std::optional<Error> problem_;
    std::atomic<bool> isStopped_ = false;  ///< nothing further is written
};

/// A row of a folder.
struct FolderRow {
    std::string path{};
    std::string bytes{};
    std::uint64_t digest = 0;  ///< digestOfRow
};

/// The rows of all folders, which several threads take in turns: so reading rows goes on while others are
/// compared, and at most as many are in memory as threads take. Must not outlive the store.
class StateStore::FolderRows {
public:
    /// Puts the next rows into `rows`, and fewer if they are large. Returns how many; zero after the last
    /// one, or where the file cannot be read. Leaves damaged rows out.
    [[nodiscard]] std::size_t take(std::span<FolderRow> rows);
    /// Returns true if all rows were taken.
    [[nodiscard]] bool isDone() const;

private:
    friend class StateStore;
    FolderRows(StateStore& store, StateStatement statement)
        : store_(store), statement_(std::move(statement)), isGoing_(statement_ != nullptr) {}

    StateStore& store_;
    StateStatement statement_;
    bool isGoing_;
    bool isDone_ = false;
};

}  // namespace rigkiln
