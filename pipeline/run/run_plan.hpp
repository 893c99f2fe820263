#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/cache/unit_cache.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/files/seen_files.hpp"
#include "pipeline/images/image_state.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/progress_listener.hpp"
#include "pipeline/run/report_shape.hpp"
#include "pipeline/state/freshness.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

/// Treatment of files of earlier runs that no planned unit has any more.
enum class VanishedFiles : std::uint8_t {
    Ignore,  ///< the plan is not whole
    Report,
    Remove,
};

struct RunOptions {
    unsigned jobs = 1;
    std::size_t memoryBytes = std::size_t{1} << 30U;  ///< for units, images and open archives together
    /// Of a program that charges what it allocates (memory_account.hpp): units that need more memory than
    /// there is fail. Null: units take what they need.
    Heap* heap = nullptr;
    /// A unit fails when its files take longer than this to be read, or to be converted. Zero: it has as long
    /// as it takes.
    std::chrono::milliseconds unitTimeout{0};
    /// Groups of units are made in processes of their own, so that whatever their content does to one costs
    /// no other unit. Needs `errorCodes`, and the real disk.
    bool isIsolated = false;
    /// Of all errors that units may have, sorted by id.
    std::vector<const ErrorCode*> errorCodes{};
    bool failFast = false;  ///< start nothing new after the first failure
    /// 0 continues; 1 starts no further unit and gives those in flight StopSignal::kPatience to be converted;
    /// 2 gives them none. Files that are being written are finished. May be null.
    const std::atomic<int>* stopLevel = nullptr;
    ProgressListener* progress = nullptr;  ///< may be null
    ReportShape shape{};                   ///< by default everything is in RunReport::units
    FailOn failOn{};                       ///< issues that make their output fail, which is then not written
    std::string version{};                 ///< version of the program, for the report
    Disk* disk = nullptr;                  ///< null: the real one
    /// Records what the threads do; its units are those of the plan. May be null.
    Trace* trace = nullptr;
    /// Remembers units: what did not change since an earlier run is not converted again. May be null.
    RunState* state = nullptr;
    /// Takes what becomes of units, in the place of a state. May be null.
    RecordSink* results = nullptr;
    /// Says of outputs in the state that other processes made them for this run: their results are told as
    /// those of this run. May be empty.
    std::function<bool(std::string_view output)> wasDelivered{};
    /// When these processes began, by the clock of the file system. What changed since was written by one of
    /// them, also if another one found it unchanged.
    Moment deliveriesBegan{};
    /// Uses of images by these processes, to be told as those of this run.
    std::vector<ImageUse> imageUses{};
    /// Converts nothing: units that the state does not know as they would be now fail with kNotDelivered.
    bool onlyGathers = false;
    /// Has outputs of earlier runs of any machine, and gets those of this run. May be null.
    UnitCache* cache = nullptr;
    FreshnessOptions freshness{};
    VanishedFiles vanished = VanishedFiles::Ignore;
    /// The plan is the part of a run that changed; these are all other units, which did not. Only with a
    /// state, and VanishedFiles::Ignore. May be null.
    const UnlistedUnits* others = nullptr;
    /// Outputs also survive a loss of power. They get their names in batches, after their units are told as
    /// written.
    Durability durability = Durability::Process;
    /// Gets everything that decides the run besides the plan, if there is a state. May be null.
    SeenFiles* seen = nullptr;
    /// Gives outputs that are there with the same bytes the time of now, as if they had been written.
    bool touchUnchanged = false;
    /// Called for each unit that was converted, also in vain, or came from the cache, with everything that
    /// was looked at for it, before its outputs are published. Called from many threads. May be empty.
    std::function<void(std::size_t unit, const std::vector<Look>& looks)> journal{};
    /// Called for each unit that did not change since an earlier run, with what was looked at then. Called
    /// from one thread. May be empty.
    std::function<void(std::size_t unit, const std::vector<Look>& looks)> rememberedJournal{};
};

/// Converts every unit and publishes its files. Never fails as a whole; the report has the outcome of each
/// unit. The same plan and files give the same bytes and the same report (except times) for any number of
/// jobs.
[[nodiscard]] RunReport runPlan(const Plan& plan, const Registries& registries, const RunOptions& options);

}  // namespace rigkiln
