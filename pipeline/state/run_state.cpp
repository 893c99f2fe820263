#include "pipeline/state/run_state.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

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
    state->started_ = state->options_.now.value_or(momentNow());
    if (Status opened = state->openStore(); !opened) {
        if (opened.error().is(kStateInUse)) return opened.error();
        state->problem_ = opened.error();
    }
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
    return std::make_unique<SeenFiles>(before, options_.program);
}

void RunState::rememberSeen(const SeenFiles& seen) {
    if (!isKept()) return;
    std::vector<std::string> gone = store_->folders();
    for (const auto& [path, folder] : seen.folders()) {
        SeenFolder settled = folder;
        std::erase_if(settled.files, [&](const SeenFile& file) { return isRacy(file.status, started_); });
        std::string row = encodeSeenFolder(settled);
        if (store_->folder(path) != row) store_->putFolder(path, std::move(row));
        const auto known = std::ranges::lower_bound(gone, path);
        if (known != gone.end() && *known == path) gone.erase(known);
    }
    for (std::string& path : gone)
        store_->removeFolder(std::move(path));
}

void RunState::remember(const std::string& output, std::string record) {
    if (isKept()) store_->put(output, std::move(record));
}

std::optional<UnitRecord> RunState::find(const std::string& output) {
    const std::optional<std::string> row = store_ == nullptr ? std::nullopt : store_->find(output);
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
