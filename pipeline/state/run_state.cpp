#include "pipeline/state/run_state.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/state/freshness.hpp"
#include "pipeline/state/seen_folder.hpp"
#include "pipeline/state/state_errors.hpp"

namespace rigkiln {
namespace {

/// Returns "FOLDER/units/NAME-0123456789abcdef" for a configuration.
std::string storeOf(const RunStateOptions& options) {
    const std::filesystem::path file(options.configuration);
    const std::uint64_t hash = XXH3_64bits(options.configuration.data(), options.configuration.size());
    return fmt::format("{}/units/{}-{:016x}", options.folder, file.stem().string(), hash);
}

}  // namespace

Moment momentNow() {
    using namespace std::chrono;
    const auto since = system_clock::now().time_since_epoch();
    const auto whole = duration_cast<seconds>(since);
    return {.seconds = whole.count(), .nanoseconds = duration_cast<nanoseconds>(since - whole).count()};
}

Result<std::unique_ptr<RunState>> RunState::open(RunStateOptions options) {
    std::unique_ptr<RunState> state(
        new RunState(std::move(options)));  // NOLINT(modernize-make-unique): private
    state->started_ = momentNow();
    if (Status opened = state->openStore(); !opened) {
        if (opened.error().is(kStateInUse)) return opened.error();
        state->problem_ = opened.error();
    }
    // Times of files come from the file system, whose clock may be behind that of this machine.
    if (const auto since = state->lock_.heldSince()) state->started_ = std::min(state->started_, *since);
    if (state->options_.now) state->started_ = *state->options_.now;
    return state;
}

Status RunState::openStore() {
    const std::string name = storeOf(options_);
    const std::string file = name + ".sqlite";
    Status writable = Done{};
    if (options_.access == StoreAccess::Write) {
        std::error_code ignored;  // the lock says what is wrong
        std::filesystem::create_directories(std::filesystem::path(name).parent_path(), ignored);
        Result<StateLock> lock = StateLock::take(name + ".lock");
        if (lock) {
            lock_ = std::move(*lock);
            Result<std::unique_ptr<StateStore>> store = StateStore::open(file, StoreAccess::Write, problem_);
            if (store) {
                store_ = std::move(*store);
                return Done{};
            }
            writable = store.error();
        } else if (lock.error().is(kStateInUse)) {
            return lock.error();
        } else {
            writable = lock.error();
        }
        options_.access = StoreAccess::Read;
    }
    std::error_code unknown;
    const bool isNew = !std::filesystem::exists(file, unknown) && !unknown;
    if (isNew) return writable;
    Result<std::unique_ptr<StateStore>> store = StateStore::open(file, StoreAccess::Read, problem_);
    if (store) store_ = std::move(*store);
    if (!writable) return writable;
    return store ? Status(Done{}) : Status(store.error());
}

bool RunState::forEach(const std::function<void(std::string_view output, std::string_view bytes)>& visit) {
    if (store_ == nullptr) return true;
    visited_ = 0;
    const Status read = store_->forEach([&](std::string_view output, std::string_view bytes) {
        ++visited_;
        visit(output, bytes);
    });
    // Rows that this run forgets or replaces are those of earlier ones.
    if (!isFirst_) isFirst_ = visited_ == 0 && read;
    if (read) return true;
    if (!problem_) problem_ = read.error();
    return false;
}

std::unique_ptr<SeenFiles> RunState::seenFiles() {
    const auto before = [this](const std::string& path) -> std::optional<SeenFolder> {
        if (store_ == nullptr) return std::nullopt;
        const std::optional<std::string> row = store_->folder(path);
        return row ? decodeSeenFolder(*row) : std::nullopt;
    };
    return std::make_unique<SeenFiles>(
        before, SeenFolderCodec{.encode = encodeSeenFolder, .decode = decodeSeenFolder}, options_.program,
        options_.folder);
}

namespace {

/// Key of the row that describes the whole run. Folders have absolute paths.
constexpr std::string_view kWholeRun = "run";

bool isYoungSource(const SeenFile& file, const Moment& started) {
    return !file.isOutput && isRacy(file.status, started);
}

/// Returns what later runs can trust of a folder without a whole run: what the files are.
std::string kindsOf(std::string_view bytes, const Moment& started) {
    SeenFolder folder = decodeSeenFolder(bytes).value_or(SeenFolder());
    std::erase_if(folder.files, [&](const SeenFile& file) {
        return file.kind == SeenFile::kNoKind || isYoungSource(file, started);
    });
    folder.listing.reset();
    folder.missing.clear();
    return encodeSeenFolder(folder);
}

}  // namespace

void RunState::rememberSeen(SeenFiles& seen, const WholeRun* whole) {
    if (!isKept()) return;
    seen.finish([this](const SeenFile& file) { return isYoungSource(file, started_); });
    const bool isWhole = whole != nullptr && seen.isWhole() && !seen.hasYoungSources();
    std::vector<std::string> gone = store_->folders();
    const auto put = [&](const std::string& path, std::string row) {
        if (store_->folder(path) != row) store_->putFolder(path, std::move(row));
        const auto known = std::ranges::lower_bound(gone, path);
        if (known != gone.end() && *known == path) gone.erase(known);
    };
    WholeRun described = isWhole ? *whole : WholeRun();
    seen.forEachFolder([&](const std::string& path, std::string_view bytes) {
        if (path.empty()) return;  // the root of the file system
        // Nothing is left out of a whole run.
        std::string row = isWhole ? std::string(bytes) : kindsOf(bytes, started_);
        ++described.rowCount;
        described.rows += digestOfRow(path, row);
        put(path, std::move(row));
    });
    if (isWhole) addRows(described);
    if (isWhole) put(std::string(kWholeRun), encodeWholeRun(described));
    for (std::string& path : gone)
        store_->removeFolder(std::move(path));
    store_->flush();
}

/// Adds what the rows of all units are. A run that has rows besides those of its units, or not one for each,
/// has no parts.
void RunState::addRows(WholeRun& run) {
    if (!run.parts) return;
    store_->flush();
    RunParts& parts = *run.parts;
    const std::uint64_t units = parts.others.count() + parts.special.size();
    countRows(parts);
    if (parts.rowCount != units) run.parts.reset();
}

void RunState::countRows(RunParts& parts) {
    if (isFirst_ == true) {
        parts.rowCount = firstRows_;
        parts.rows = firstDigest_;
        return;
    }
    parts.rowCount = parts.rows = 0;
    const bool isRead = forEach([&](std::string_view output, std::string_view row) {
        ++parts.rowCount;
        parts.rows += digestOfRow(output, row);
    });
    if (!isRead) parts.rowCount = 0;
}

void RunState::rememberPart(SeenFiles& seen, const ComparedRun& before, const WholeRun* whole) {
    if (!isKept()) return;
    seen.finish([](const SeenFile&) { return false; });
    std::optional<WholeRun> updated;
    if (whole != nullptr && seen.isWhole()) updated = updateFolders(seen, before, *whole);
    if (updated) {
        store_->putFolder(std::string(kWholeRun), encodeWholeRun(*updated));
    } else {
        // The rows of folders are still true of the files that they name.
        store_->removeFolder(std::string(kWholeRun));
    }
    store_->flush();
}

namespace {

/// Puts what was seen into a row. Returns false if the row would have to tell more than it did.
bool update(SeenFolder& row, const SeenFolder& seen, const std::function<bool(const SeenFile&)>& mayChange) {
    if (seen.listing && row.listing != seen.listing) return false;
    if (!std::ranges::includes(row.missing, seen.missing)) return false;
    for (const SeenFile& file : seen.files) {
        const auto known = std::ranges::lower_bound(row.files, file.name, {}, &SeenFile::name);
        if (known == row.files.end() || known->name != file.name || known->isOutput != file.isOutput)
            return false;
        if (known->status == file.status) continue;
        if (!mayChange(file)) return false;
        // The next plan looks what the file is.
        *known = {.name = file.name, .status = file.status, .isOutput = file.isOutput};
    }
    return true;
}

}  // namespace

std::optional<WholeRun> RunState::updateFolders(SeenFiles& seen, const ComparedRun& before,
                                                const WholeRun& whole) {
    std::vector<std::pair<std::string, std::string>> rows;
    WholeRun updated = whole;
    updated.rowCount = before.run.rowCount;
    updated.rows = before.run.rows;
    bool isPart = true;
    seen.forEachFolder([&](const std::string& path, std::string_view seenBytes) {
        const std::optional<std::string> row = isPart ? store_->folder(path) : std::nullopt;
        std::optional<SeenFolder> content = row ? decodeSeenFolder(*row) : std::nullopt;
        const std::optional<SeenFolder> folder = decodeSeenFolder(seenBytes);
        const auto mayChange = [&](const SeenFile& file) {
            return file.isOutput || (std::ranges::binary_search(before.changed, path + "/" + file.name) &&
                                     !isRacy(file.status, started_));
        };
        isPart = content && folder && update(*content, *folder, mayChange);
        if (!isPart) return;
        std::string bytes = encodeSeenFolder(*content);
        if (bytes == *row) return;
        updated.rows += digestOfRow(path, bytes) - digestOfRow(path, *row);
        rows.emplace_back(path, std::move(bytes));
    });
    if (!isPart) return std::nullopt;
    for (auto& [path, bytes] : rows)
        store_->putFolder(std::move(path), std::move(bytes));
    return updated;
}

std::optional<WholeRun> RunState::repeatedRun(const ContentDigest& key, Disk& disk,
                                              const std::atomic<int>* stopLevel) {
    std::optional<ComparedRun> compared = compareRun(key, disk, stopLevel);
    if (!compared || !compared->changed.empty()) return std::nullopt;
    return std::move(compared->run);
}

namespace {

/// Compares rows of folders with the disk on several threads, each of which takes some rows at a time.
class FolderComparison {
public:
    FolderComparison(StateStore::FolderRows rows, Disk& disk, const std::atomic<int>* stopLevel)
        : rows_(std::move(rows)), disk_(disk), stopLevel_(stopLevel) {}

    /// Returns the paths of changed files; nothing if these rows are not those of the run, or show other
    /// differences.
    std::optional<std::vector<std::string>> run(const WholeRun& run) {
        const auto threads = static_cast<std::size_t>(std::min<std::uint64_t>(run.rowCount, kIoThreads));
        runOnThreads(
            threads, [this](std::size_t) { compareRows(); }, stopLevel_);
        // Not done: stopped, differs, or the store could not be read.
        const bool isSame = !differs_ && rows_.isDone() && compared_ == run.rowCount && digest_ == run.rows;
        if (!isSame) return std::nullopt;
        std::ranges::sort(changed_);
        return std::move(changed_);
    }

private:
    void compareRows() {
        constexpr std::size_t kRowsAtOnce = 16;
        std::array<FolderRow, kRowsAtOnce> rows;
        while (!differs_ && (stopLevel_ == nullptr || stopLevel_->load(std::memory_order_relaxed) == 0)) {
            const std::size_t count = rows_.take(rows);
            if (count == 0) return;
            for (const FolderRow& row : std::span(rows).first(count)) {
                if (row.path != kWholeRun) compare(row);
            }
        }
    }

    void compare(const FolderRow& row) {
        if (differs_) return;
        const auto names = changedFiles(row.path, row.bytes, disk_);
        if (!names) differs_ = true;
        ++compared_;
        digest_ += row.digest;
        if (!names || names->empty()) return;
        const std::lock_guard lock(mutex_);
        for (const std::string& name : *names)
            changed_.push_back(row.path + "/" + name);
        if (changed_.size() > ComparedRun::kMostChanged) differs_ = true;
    }

    StateStore::FolderRows rows_;
    Disk& disk_;
    const std::atomic<int>* stopLevel_;
    std::atomic<std::uint64_t> digest_ = 0;
    std::atomic<bool> differs_ = false;
    std::atomic<std::uint64_t> compared_ = 0;
    std::mutex mutex_;  // of what follows
    std::vector<std::string> changed_;
};

}  // namespace

std::optional<ComparedRun> RunState::compareRun(const ContentDigest& key, Disk& disk,
                                                const std::atomic<int>* stopLevel) {
    if (store_ == nullptr || problem()) return std::nullopt;
    const std::optional<std::string> described = store_->folder(kWholeRun);
    std::optional<WholeRun> whole = described ? decodeWholeRun(*described) : std::nullopt;
    if (!whole || whole->key != key) return std::nullopt;
    auto changed = FolderComparison(store_->folderRows(), disk, stopLevel).run(*whole);
    if (!changed) return std::nullopt;
    return ComparedRun{.run = std::move(*whole), .changed = std::move(*changed)};
}

void RunState::remember(const std::string& output, std::string record) {
    if (!isKept()) return;
    const std::uint64_t digest = store_->put(output, std::move(record));
    if (isFirst_ != true) return;
    ++firstRows_;
    firstDigest_ += digest;
}

std::optional<std::string> RunState::findRow(const std::string& output) {
    return store_ == nullptr ? std::nullopt : store_->find(output);
}

std::optional<UnitRecord> RunState::find(const std::string& output) {
    const std::optional<std::string> row = findRow(output);
    return row ? decode(*row) : std::nullopt;
}

void RunState::forget(const std::string& output) {
    if (isKept()) store_->remove(output);
}

void RunState::flush() {
    if (isKept()) store_->flush();
}

void RunState::end(const RunRow& run) {
    if (!isKept()) return;
    store_->flush();
    store_->addRun(run);
}

std::optional<Error> RunState::problem() const {
    if (problem_ || store_ == nullptr) return problem_;
    return store_->problem();
}

}  // namespace rigkiln
