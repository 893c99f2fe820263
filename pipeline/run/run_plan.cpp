#include "pipeline/run/run_plan.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/memory_errors.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/paged_rows.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/run/cached_units.hpp"
#include "pipeline/run/earlier_runs.hpp"
#include "pipeline/run/engine.hpp"
#include "pipeline/run/group_conversion.hpp"
#include "pipeline/run/group_costs.hpp"
#include "pipeline/run/group_units.hpp"
#include "pipeline/run/kept_by_number.hpp"
#include "pipeline/run/run_errors.hpp"
#include "pipeline/run/run_memory.hpp"
#include "pipeline/run/run_record.hpp"
#include "pipeline/run/running_stages.hpp"
#include "pipeline/run/unit_commits.hpp"
#include "pipeline/run/unit_costs.hpp"
#include "pipeline/run/unit_recorder.hpp"
#include "pipeline/run/unit_results.hpp"
#include "pipeline/run/units_under_way.hpp"

namespace rigkiln {
namespace {

/// How a group is run when memory is short. A group has two attempts at most.
enum class Attempt : std::uint8_t {
    First,
    ToRunAlone,  ///< was refused memory while others held some
    Alone,
};

/// Returns whether the bytes read for a unit count for another one, by unit.
std::vector<bool> unitsThatShareInputs(const PagedRows<UnitGroup>& groups, std::size_t units) {
    std::vector<bool> shares(units);
    for (const UnitGroup& group : groups) {
        noteRow(&group);
        for (const std::size_t unit : group.units().subspan(1))
            shares[unit] = true;
    }
    return shares;
}

class Run {
public:
    Run(const Plan& plan, const Registries& registries, const RunOptions& options);

    RunReport run();

private:
    void failUndelivered();
    void dropFinishedGroups();
    std::size_t convertGroups();
    std::unique_ptr<GroupWork> beginGroup(std::size_t group);
    Status runStage(std::size_t group, Stage stage);
    Status runCharged(std::size_t group, Stage stage, GroupWork& work);
    bool triesAgainAlone(std::size_t group);
    Error tooLittleMemory(const UnitGroup& group, std::size_t neededBytes) const;
    Error tooSlow(const UnitGroup& group, Stage stage) const;
    void stopAt(const Error& error);
    void tellProgress(std::size_t bytesReserved);
    FailurePhase phaseOf(std::size_t group) const;
    void groupDone(std::size_t group, const std::optional<Error>& error, std::size_t bytesReserved);
    void giveBackMemory() const;

    const Plan& plan_;
    const RunOptions& options_;
    Disk& disk_;
    RunRecord record_;
    UnitGroups unitGroups_;
    PagedRows<UnitGroup>& groups_;  ///< of these, in the order of the engine, which calls them units
    ArtFiles files_;
    std::optional<MemoryBudget> memory_;
    PagedRows<Stage> stages_;      ///< last one begun, by group
    PagedRows<Attempt> attempts_;  ///< by group
    std::size_t groupsDone_ = 0;
    Publisher publisher_;
    std::atomic<int> ownStopLevel_ = 0;
    UnitsUnderWay underWay_;  ///< groups
    RunningStages runningStages_;
    std::vector<bool> sharesInputs_;  ///< units whose inputs count for another unit
    UnitRecorder recorder_;
    CachedUnits cached_;
    UnitCommits commits_;
    UnitCosts costs_;
    GroupCosts groupCosts_;
    EarlierRuns earlier_;
    GroupConversion conversion_;
    KeptByNumber<GroupWork> work_;  ///< between two stages, by group; may hold bytes of the conversion
};

Run::Run(const Plan& plan, const Registries& registries, const RunOptions& options)
    : plan_(plan),
      options_(options),
      disk_(diskOrReal(options.disk)),
      record_(plan, options.version, options.progress, disk_, options.shape),
      unitGroups_(plan.units),
      groups_(unitGroups_.all()),
      files_({.registries = registries,
              .archives = plan.archives,
              .archiveBytes = options.memoryBytes / kImageParts * kPartsForArchives,
              .imageBytes = options.memoryBytes / kImageParts,
              .state = plan.state,
              .disk = options.disk}),
      stages_(groups_.size(), Stage::Read),
      publisher_(disk_, options.durability),
      runningStages_(options.unitTimeout),
      sharesInputs_(unitsThatShareInputs(groups_, plan.units.size())),
      recorder_(options.results != nullptr ? options.results : options.state, options.state, plan, files_,
                options_.failOn, disk_, options.seen),
      cached_({.cache = options.cache,
               .plan = plan,
               .registries = registries,
               .files = files_,
               .recorder = recorder_,
               .failOn = options_.failOn}),
      commits_({.plan = plan,
                .record = record_,
                .publisher = publisher_,
                .recorder = recorder_,
                .durability = options.durability}),
      costs_(plan.units),
      groupCosts_({.units = plan.units,
                   .costs = costs_,
                   .runBytes = bytesForUnits(options.memoryBytes, plan.hasMembers),
                   .jobs = options.jobs}),
      earlier_({.plan = plan,
                .options = options,
                .disk = disk_,
                .files = files_,
                .record = record_,
                .publisher = publisher_,
                .recorder = recorder_,
                .costs = costs_,
                .sharesInputs = sharesInputs_}),
      conversion_({.plan = plan,
                   .registries = registries,
                   .options = options,
                   .disk = disk_,
                   .groups = groups_,
                   .files = files_,
                   .record = record_,
                   .publisher = publisher_,
                   .recorder = recorder_,
                   .cached = cached_,
                   .commits = commits_,
                   .sharesInputs = sharesInputs_,
                   .stopAt = [this](const Error& error) { stopAt(error); }}) {}

/// Nobody else has made these units, and this run is not to.
void Run::failUndelivered() {
    for (std::size_t unit = 0; unit < plan_.units.size(); ++unit) {
        if (record_.statusOf(unit) != UnitStatus::Pending) continue;
        fail(record_.unit(unit),
             kNotDelivered.in(plan_.units.mainPath(unit).text(),
                              "no shard made its output, or its files have changed since; `rigkiln farm "
                              "resume` makes what is missing"),
             FailurePhase::Planning);
        record_.end(unit, 0);
    }
}

void Run::dropFinishedGroups() {
    const auto hasEnded = [this](std::size_t unit) { return record_.statusOf(unit) != UnitStatus::Pending; };
    const UnitGroup* const end = std::remove_if(groups_.begin(), groups_.end(), [&](const UnitGroup& group) {
        noteRow(&group);
        return std::ranges::all_of(group.units(), hasEnded);
    });
    groups_.truncate(static_cast<std::size_t>(end - groups_.begin()));
    for (UnitGroup& group : groups_) {
        noteRow(&group);
        group.eraseIf(hasEnded);
    }
    stages_.resize(groups_.size());
}

RunReport Run::run() {
    if (options_.results != nullptr && files_.state() != nullptr)
        files_.state()->shareWork([this](const ImageUse& use) { options_.results->rememberImage(use); });
    if (files_.state() != nullptr) files_.state()->addUses(options_.imageUses);
    record_.start();
    earlier_.begin();
    giveBackMemory();
    if (options_.onlyGathers) failUndelivered();
    dropFinishedGroups();
    orderGroups(
        groups_, [this](const UnitGroup& group) { return groupCosts_.weight(group); },
        std::max(options_.jobs, 1U));
    const std::size_t peakReservedBytes = convertGroups();
    commits_.finish();
    earlier_.noteDecisions();
    const bool wasAsked = options_.stopLevel != nullptr && options_.stopLevel->load() > 0;
    RunReport report = record_.finish(files_, options_.state, options_.others, peakReservedBytes, wasAsked);
    if (options_.cache != nullptr) report.cache = options_.cache->report();
    earlier_.finish(report);
    return report;
}

/// Returns the most memory that was reserved at one time.
std::size_t Run::convertGroups() {
    if (groups_.empty()) return 0;
    attempts_.resize(groups_.size());
    const bool isOver = options_.failFast && record_.failed() > 0;
    if (const Status begun = isOver ? Status(Done{}) : conversion_.begin(); isOver || !begun) {
        if (!begun) record_.stop(begun.error());
        for (std::size_t group = 0; group < groups_.size(); ++group)
            groupDone(group, std::nullopt, 0);
        return 0;
    }
    PagedRows<std::size_t> groupBytes;
    groupBytes.reserve(groups_.size());
    for (const UnitGroup& group : groups_)
        groupBytes.push_back(groupCosts_.bytes(group));
    memory_.emplace(options_.heap, hardLimit(options_.memoryBytes),
                    hardLimit(bytesForUnits(options_.memoryBytes, plan_.hasMembers)));
    EngineCallbacks callbacks;
    callbacks.run = [this](UnitIndex group, Stage stage) { return runStage(group, stage); };
    callbacks.triesAgainAlone = [this](UnitIndex group) { return triesAgainAlone(group); };
    callbacks.unitEnded = [this](UnitIndex group, const std::optional<Error>& error,
                                 const EngineStatus& status) {
        groupDone(group, error, status.bytesReserved);
    };
    callbacks.tick = [this](const EngineStatus& status) { tellProgress(status.bytesReserved); };
    const EngineOutcome outcome =
        runUnits(groupBytes,
                 {.jobs = options_.jobs,
                  .memoryBytes = bytesForUnits(options_.memoryBytes, plan_.hasMembers),
                  .failFast = options_.failFast,
                  .stopLevel = options_.stopLevel,
                  .ownStopLevel = &ownStopLevel_,
                  .trace = options_.trace},
                 callbacks);
    if (outcome.problem) record_.stop(*outcome.problem);
    return outcome.peakReservedBytes;
}

/// Runs a stage and passes the group's work on to the next one. Frees it when there is none, or the stage
/// fails or throws: before the engine gives back the memory that was reserved for it.
Status Run::runStage(std::size_t group, Stage stage) {
    static constexpr const char* kNames[] = {"read", "convert", "write"};
    const TraceSpan span("stage", kNames[static_cast<std::size_t>(stage)],
                         static_cast<std::uint32_t>(groups_[group].front()));
    std::unique_ptr<GroupWork> work = stage == Stage::Read ? beginGroup(group) : work_.take(group);
    stages_[group] = stage;
    Status status = runCharged(group, stage, *work);
    if (status && stage != Stage::Publish) work_.put(group, std::move(work));
    if (!status && isAboutTheDisk(status.error())) stopAt(status.error());
    if (!status || stage == Stage::Publish) underWay_.end(group);
    return status;
}

std::unique_ptr<GroupWork> Run::beginGroup(std::size_t group) {
    underWay_.begin(group);
    auto work = std::make_unique<GroupWork>();
    work->number = group;
    work->expectedBytes = groupCosts_.bytes(groups_[group]);
    work->room = groupCosts_.room(groups_[group], groups_.size());
    work->isAlone = attempts_[group] == Attempt::Alone || options_.jobs <= 1;
    work->memory = std::make_unique<MemoryAccount>(*memory_, work->expectedBytes);
    return work;
}

/// Runs a stage. What it allocates is charged to the group, and it must not take too long, except in the last
/// one: outputs that are whole are written.
Status Run::runCharged(std::size_t group, Stage stage, GroupWork& work) {
    const UnitGroup& units = groups_[group];
    if (stage == Stage::Publish) return conversion_.publish(units, work);
    Status status = Done{};
    bool isStopped = false;
    const RunningStages::Scope running(runningStages_);
    try {
        status = runGuarded([&] {
            const MemoryAccount::Scope ofTheGroup(work.memory.get());
            return stage == Stage::Read ? conversion_.read(units, work) : conversion_.convert(units, work);
        });
    } catch (const MemoryRefused&) {
        // The account knows of it, also when somebody caught the exception on its way.
    } catch (const Stopped&) {
        if (!running.isOverdue()) throw;
        isStopped = true;
    }
    if (running.isOverdue() && isStopped) return tooSlow(units, stage);
    bool isAlone = work.isAlone;
    if (work.memory->isRefused()) {
        work.neededBytes = work.memory->neededBytes();
        isAlone = work.memory->isAlone();
    }
    if (!work.neededBytes) return status;
    if (attempts_[group] == Attempt::First && !isAlone) attempts_[group] = Attempt::ToRunAlone;
    return tooLittleMemory(units, *work.neededBytes);
}

/// Forgets what the first attempt left in the reports.
bool Run::triesAgainAlone(std::size_t group) {
    if (attempts_[group] != Attempt::ToRunAlone) return false;
    attempts_[group] = Attempt::Alone;
    for (const std::size_t unit : groups_[group])
        record_.unit(unit) = openReport(plan_.units, unit);
    return true;
}

Error Run::tooLittleMemory(const UnitGroup& group, std::size_t neededBytes) const {
    return kTooLittleMemory.in(plan_.units.mainPath(group.front()).text(),
                               fmt::format("needs at least {} of memory, --memory is {}; give more",
                                           byteCountText(neededBytes), byteCountText(options_.memoryBytes)));
}

Error Run::tooSlow(const UnitGroup& group, Stage stage) const {
    return kTooSlow.in(
        plan_.units.mainPath(group.front()).text(),
        fmt::format("{} took longer than {} s, as --unit-timeout allows; give it more time, or "
                    "leave the file out",
                    stage == Stage::Read ? "reading" : "converting",
                    std::chrono::duration<double>(options_.unitTimeout).count()));
}

void Run::tellProgress(std::size_t bytesReserved) {
    runningStages_.stopOverdue();
    commits_.tick();
    const auto slowest = underWay_.slowest();
    record_.tick(bytesReserved,
                 slowest ? plan_.units.output(groups_[slowest->number].front()) : std::string(),
                 slowest ? slowest->seconds : 0);
}

/// Begins nothing further, because every other output would fail in the same way.
void Run::stopAt(const Error& error) {
    constexpr int kDropWhatIsNotBegun = 2;
    record_.stop(error);
    ownStopLevel_ = kDropWhatIsNotBegun;
}

FailurePhase Run::phaseOf(std::size_t group) const {
    if (stages_[group] == Stage::Read) return FailurePhase::Reading;
    return stages_[group] == Stage::Convert ? FailurePhase::Converting : FailurePhase::Writing;
}

/// Gives the members of the group that have no result yet the error that ended the group. Without an error
/// they were stopped.
void Run::groupDone(std::size_t group, const std::optional<Error>& error, std::size_t bytesReserved) {
    static_cast<void>(work_.take(group));
    underWay_.end(group);  // if it was stopped between two stages, or one of them threw
    for (const std::size_t unit : groups_[group]) {
        UnitReport& report = record_.unit(unit);
        if (report.status == UnitStatus::Pending) {
            if (error) {
                if (isAboutTheDisk(*error)) stopAt(*error);
                fail(report, inFile(plan_.units.mainPath(unit).text(), *error), phaseOf(group));
            } else {
                cancel(report);
            }
        }
        record_.end(unit, bytesReserved);
    }
    constexpr std::size_t kGroups = 4096;
    if (++groupsDone_ % kGroups == 0) giveBackMemory();
}

/// The allocator keeps what was needed once, such as records that were compared, for blocks of the same size.
void Run::giveBackMemory() const {
    constexpr std::size_t kLittle = std::size_t{4} << 20U;
    if (options_.heap != nullptr && options_.heap->freeBytes() > kLittle) options_.heap->giveBackFreePages();
}

}  // namespace

RunReport runPlan(const Plan& plan, const Registries& registries, const RunOptions& options) {
    return Run(plan, registries, options).run();
}

}  // namespace rigkiln
