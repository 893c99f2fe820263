#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "pipeline/base/trace.hpp"
#include "pipeline/farm/farm_folder.hpp"
#include "pipeline/run/changed_part.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/record_sink.hpp"
#include "pipeline/state/run_state.hpp"
#include "tools/cli/report_files.hpp"

namespace rigkiln::cli {

/// Additional inputs of a run of a part.
struct PartSurroundings {
    const Settings& settings;
    const ChangedPart& part;
    const ComparedRun& last;
};

/// Inputs of a run other than its plan and its options.
struct RunSurroundings {
    const std::atomic<int>& stopLevel;
    unsigned jobs = 1;       ///< of ProcessorShare
    Trace* trace = nullptr;  ///< as `makeTrace` made it
    const FailOn& failOn;
    const History& history;                  ///< contents of the files that the options name
    RunState* state = nullptr;               ///< what earlier runs did
    bool isRepeat = false;                   ///< says nothing unless something was converted
    SeenFiles* seen = nullptr;               ///< of the plan; if there is a state
    ContentDigest key{};                     ///< of everything that decides the run besides files; see runKey
    const PartSurroundings* part = nullptr;  ///< if the plan is a part
    RecordSink* results = nullptr;           ///< takes what becomes of units, in the place of a state
    /// Gets what was looked at for each unit that was converted; from many threads. May be empty.
    std::function<void(const std::vector<Look>& looks)> noteLooks{};
    const Deliveries* delivered = nullptr;  ///< by shards: nothing is converted
    TraceProcess process{};                 ///< for the trace
};

}  // namespace rigkiln::cli
