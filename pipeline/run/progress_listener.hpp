#pragma once

#include <cstddef>
#include <string>

#include "pipeline/report/unit_report.hpp"

namespace rigkiln {

/// State of a run.
struct Progress {
    std::size_t unitsTotal = 0;
    std::size_t unitsDone = 0;  ///< with any outcome
    std::size_t unitsFailed = 0;
    std::size_t bytesTotal = 0;     ///< total size of all inputs
    std::size_t bytesDone = 0;      ///< inputs of finished units
    std::size_t bytesReserved = 0;  ///< memory reserved by units in flight
    std::size_t costTotal = 0;      ///< estimated bytes of all units, which time depends on
    std::size_t costDone = 0;       ///< those of finished units
    std::string slowest{};          ///< output of the unit that is under way for longest; empty: none is
    double slowestSeconds = 0;      ///< how long
};

/// A port for observing a run. All calls come from the thread that called runPlan, one at a time, and delay
/// only that thread.
class ProgressListener {
public:
    virtual ~ProgressListener() = default;

    virtual void onStart(const Progress& progress) = 0;
    /// Called in the order in which units end, which differs between runs.
    virtual void onUnitDone(const UnitReport& unit, const Progress& progress) = 0;
    /// Called about ten times a second, for example to update a live display.
    virtual void onTick(const Progress& progress) = 0;
};

}  // namespace rigkiln
