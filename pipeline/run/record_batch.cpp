#include "pipeline/run/record_batch.hpp"

#include <utility>

#include "pipeline/base/run_guarded.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kMostRecords = 512;
/// Looks and outputs of records that wait: models look for many images.
constexpr std::size_t kMostFiles = 8 * kMostRecords;

}  // namespace

void RecordBatch::add(PreparedRecord record) {
    bool isDue = false;
    {
        const std::lock_guard lock(mutex_);
        if (records_.empty()) first_ = std::chrono::steady_clock::now();
        files_ += record.looks.size() + record.outputs.size();
        records_.push_back(std::move(record));
        isDue = records_.size() >= kMostRecords || files_ >= kMostFiles;
    }
    if (isDue) store();
}

void RecordBatch::addLost(Lost unit) {
    const std::lock_guard lock(mutex_);
    lost_.push_back(std::move(unit));
}

void RecordBatch::tick() {
    constexpr auto kLongest = std::chrono::milliseconds(200);
    {
        const std::lock_guard lock(mutex_);
        if (records_.empty() || std::chrono::steady_clock::now() - first_ < kLongest) return;
    }
    store();
}

void RecordBatch::store() {
    std::vector<PreparedRecord> records;
    {
        const std::lock_guard lock(mutex_);
        records = std::exchange(records_, {});
        files_ = 0;
    }
    for (PreparedRecord& record : records) {
        const std::size_t unit = record.unit;
        const Status put = runGuarded([&]() -> Status {
            recorder_.put(std::move(record));
            return Done{};
        });
        if (!put) addLost({.unit = unit, .problem = put.error()});
    }
}

std::vector<RecordBatch::Lost> RecordBatch::finish() {
    store();
    return std::exchange(lost_, {});
}

}  // namespace rigkiln
