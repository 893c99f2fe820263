#pragma once

#include <cstddef>

#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Where a run stands.
struct Progress {
    std::size_t unitsTotal = 0;
    std::size_t unitsDone = 0;  ///< whatever became of them
    std::size_t unitsFailed = 0;
    std::size_t bytesTotal = 0;     ///< sizes of all inputs of all units
    std::size_t bytesDone = 0;      ///< of the units done
    std::size_t bytesReserved = 0;  ///< memory reserved by units in flight
};

/// A port: what watches a run. All calls come from the thread that called runPlan, one at a time, and hold
/// nothing up but that thread.
class ProgressListener {
public:
    virtual ~ProgressListener() = default;

    virtual void onStart(const Progress& progress) = 0;
    /// In the order units end, which differs from run to run.
    virtual void onUnitDone(const UnitReport& unit, const Progress& progress) = 0;
    /// About ten times a second while nothing ends, so that a live line can go on.
    virtual void onTick(const Progress& progress) = 0;
};

}  // namespace rigkiln
