#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <vector>

#include "pipeline/base/error.hpp"
#include "pipeline/run/unit_recorder.hpp"

namespace rigkiln {

/// Prepared records on their way to the recorder, which gets some hundred at a time: the code that stores
/// them and what it works on are then in the caches of the processor, and two threads seldom want the state
/// at one time. Safe to use from many threads, except `finish`.
class RecordBatch {
public:
    /// `recorder` must outlive this.
    explicit RecordBatch(UnitRecorder& recorder) : recorder_(recorder) {}

    /// A unit that could not be remembered.
    struct Lost {
        std::size_t unit = 0;
        Error problem;
    };

    void add(PreparedRecord record);
    /// Takes a unit of which no record could be made.
    void addLost(Lost unit);
    /// Stores what has waited for long, so that a run that is killed during a long unit has lost none of
    /// those before. To be called some times a second.
    void tick();

    /// Stores what waits. Returns the units that could not be remembered.
    [[nodiscard]] std::vector<Lost> finish();

private:
    void store();

    UnitRecorder& recorder_;
    std::mutex mutex_;  ///< guards everything below
    std::vector<PreparedRecord> records_;
    std::size_t files_ = 0;  ///< looks and outputs of these
    std::chrono::steady_clock::time_point first_{};
    std::vector<Lost> lost_;
};

}  // namespace rigkiln
