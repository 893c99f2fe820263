#pragma once

#include <array>
#include <cstddef>
#include <queue>

#include "pipeline/run/disk_pace.hpp"
#include "pipeline/run/engine.hpp"

namespace rigkiln {

/// A stage that may start. Units nearly through go first, to free memory soon; then larger units, which would
/// otherwise finish last; then the order of the row.
struct ReadyStage {
    std::size_t bytes = 0;  ///< memory of the unit
    UnitIndex unit = 0;
    Stage stage = Stage::Read;

    bool operator<(const ReadyStage& other) const {  // std::priority_queue gives the greatest first
        if (stage != other.stage) return stage < other.stage;
        if (bytes != other.bytes) return bytes < other.bytes;
        return unit > other.unit;
    }
};

/// Stages that may start, by the lane on which they run.
class ReadyStages {
public:
    /// Memory of a small unit, such as a clip of 250 KB. Whether its stages are quick, too, DiskPace tells.
    static constexpr std::size_t kSmallUnitBytes = std::size_t{4} << 20U;

    /// `areAllOnCpu`: other processes share the processors.
    explicit ReadyStages(bool areAllOnCpu) : areAllOnCpu_(areAllOnCpu) {}

    /// Returns the lane that the stage got.
    Lane add(const ReadyStage& stage) {
        const Lane lane = laneNow(stage);
        on(lane).push(stage);
        return lane;
    }
    [[nodiscard]] bool areNone(Lane lane) const { return queues_[numberOf(lane)].empty(); }
    /// Removes the best stage of a lane. Precondition: there is one.
    [[nodiscard]] ReadyStage take(Lane lane) {
        const ReadyStage best = on(lane).top();
        on(lane).pop();
        return best;
    }
    /// Notes how long a stage took: that of small units decides where the next ones run.
    void noteTime(const ReadyStage& stage, DiskPace::Duration taken) {
        if (laneOf(stage.stage) == Lane::Io && isSmall(stage)) pace_.note(taken);
    }

private:
    using Queue = std::priority_queue<ReadyStage>;

    [[nodiscard]] static bool isSmall(const ReadyStage& stage) { return stage.bytes <= kSmallUnitBytes; }
    [[nodiscard]] Lane laneNow(const ReadyStage& stage) const {
        const bool isTask = areAllOnCpu_ || (isSmall(stage) && pace_.isQuick());
        return isTask ? Lane::Cpu : laneOf(stage.stage);
    }
    [[nodiscard]] static std::size_t numberOf(Lane lane) { return static_cast<std::size_t>(lane); }
    [[nodiscard]] Queue& on(Lane lane) { return queues_[numberOf(lane)]; }

    std::array<Queue, 2> queues_;  ///< by lane
    DiskPace pace_;
    bool areAllOnCpu_;
};

}  // namespace rigkiln
