#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "pipeline/run/engine.hpp"

namespace rigkiln::test {

inline constexpr std::array kStages = {Stage::Read, Stage::Convert, Stage::Publish};

/// Records what the engine calls.
class EngineRecord {
public:
    explicit EngineRecord(std::size_t unitCount)
        : stages(unitCount), ended(unitCount, 0), errors(unitCount) {}

    /// Runs the units with `run`, or with stages that all succeed.
    EngineOutcome runAll(const std::vector<std::size_t>& unitBytes, const EngineOptions& options,
                         const std::function<Status(UnitIndex, Stage)>& run = {}) {
        EngineCallbacks callbacks;
        callbacks.run = [&](UnitIndex unit, Stage stage) -> Status {
            {
                const std::lock_guard lock(mutex_);
                stages[unit].push_back(stage);
            }
            return run ? run(unit, stage) : Status(Done{});
        };
        callbacks.unitEnded = [&](UnitIndex unit, const std::optional<Error>& error, const EngineStatus&) {
            ++ended[unit];
            errors[unit] = error;
        };
        return runUnits(unitBytes, options, callbacks);
    }

    [[nodiscard]] bool ranAllStages(UnitIndex unit) const {
        return std::ranges::equal(stages[unit], kStages);
    }
    /// Of units that ran all their stages.
    [[nodiscard]] std::size_t doneCount() const {
        std::size_t count = 0;
        for (UnitIndex unit = 0; unit < stages.size(); ++unit) {
            if (ranAllStages(unit) && !errors[unit]) ++count;
        }
        return count;
    }
    [[nodiscard]] std::size_t failureCount() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(errors, [](const auto& error) { return error.has_value(); }));
    }

    std::vector<std::vector<Stage>> stages;  ///< by unit, in the order of their calls
    std::vector<int> ended;                  ///< by unit: calls of unitEnded
    std::vector<std::optional<Error>> errors;

private:
    std::mutex mutex_;
};

}  // namespace rigkiln::test
