#include "pipeline/state/pending_changes.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace rigkiln {
namespace {

/// One transaction per row takes 40 times as long as one for many. These stay in the cache of a processor,
/// and take little memory.
constexpr std::size_t kRowsPerTransaction = 512;
/// Rows of folders with thousands of files are large.
constexpr std::size_t kBytesPerTransaction = std::size_t{256} << 10U;
constexpr std::int64_t kMillisecondsPerTransaction = 500;
/// Transactions whose changes may wait while one is written.
constexpr std::size_t kMostTransactions = 4;

std::int64_t steadyMilliseconds() {
    using std::chrono::duration_cast;
    return duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

PendingChanges::Due PendingChanges::add(StateChange change) {
    const std::lock_guard lock(mutex_);
    bytes_ += change.key.size() + (change.row ? change.row->size() : 0);
    changes_.push_back(std::move(change));
    const std::size_t transactions =
        std::max(changes_.size() / kRowsPerTransaction, bytes_ / kBytesPerTransaction);
    if (transactions >= kMostTransactions) return Due::Now;
    const bool isDue = transactions > 0 || steadyMilliseconds() - taken_ >= kMillisecondsPerTransaction;
    return isDue ? Due::Soon : Due::Later;
}

std::vector<StateChange> PendingChanges::take() {
    const std::lock_guard lock(mutex_);
    bytes_ = 0;
    taken_ = steadyMilliseconds();
    return std::exchange(changes_, {});
}

}  // namespace rigkiln
