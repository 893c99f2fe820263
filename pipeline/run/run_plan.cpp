#include "pipeline/run/run_plan.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/memory_errors.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/stopwatch.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/paged_rows.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/run/cached_units.hpp"
#include "pipeline/run/earlier_runs.hpp"
#include "pipeline/run/engine.hpp"
#include "pipeline/run/export_files.hpp"
#include "pipeline/run/failure_policy.hpp"
#include "pipeline/run/group_maker.hpp"
#include "pipeline/run/group_units.hpp"
#include "pipeline/run/group_workers.hpp"
#include "pipeline/run/kept_by_number.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/run/run_errors.hpp"
#include "pipeline/run/run_memory.hpp"
#include "pipeline/run/run_record.hpp"
#include "pipeline/run/running_stages.hpp"
#include "pipeline/run/unit_commits.hpp"
#include "pipeline/run/unit_costs.hpp"
#include "pipeline/run/unit_recorder.hpp"
#include "pipeline/run/unit_report.hpp"
#include "pipeline/run/units_under_way.hpp"

namespace rigkiln {
namespace {

/// Data that one stage of a group passes to the next.
struct GroupWork {
    std::unique_ptr<MemoryAccount> memory{};
    RecipeBytes bytes{};
    std::size_t bytesRead = 0;
    std::vector<CachedUnit> cached{};        ///< by member
    std::size_t found = 0;                   ///< members that came from the cache
    GroupMaker::ImageLease images{};         ///< for textures in the outputs
    std::vector<OutputSet> outputs{};        ///< by member; empty for a failed member
    std::vector<std::vector<Look>> looks{};  ///< by member
    std::vector<std::size_t> peakBytes{};    ///< by member, see UnitRecord; 0 for one from the cache
};

/// Returns the members of a group that did not come from the cache.
std::vector<std::size_t> membersToConvert(const GroupWork& work) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < work.cached.size(); ++i) {
        if (!work.cached[i].isFound) members.push_back(i);
    }
    return members;
}

/// How a group is run when memory is short. A group has two attempts at most.
enum class Attempt : std::uint8_t {
    First,
    ToRunAlone,  ///< was refused memory while others held some
    Alone,
};

constexpr const char* kConversionThread = "conversion";

/// Returns the parallel loop, whose threads record what they do.
ForEach tracedLoop(Trace* trace) {
    if (trace == nullptr) return forEachInParallel;
    return [trace](std::size_t count, const std::function<void(std::size_t)>& work) {
        forEachInParallel(count, [&](std::size_t i) {
            const Trace::Scope scope(trace, kConversionThread);
            work(i);
        });
    };
}

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
    using StageFunction = Status (Run::*)(const UnitGroup& group, GroupWork& work);

    void failUndelivered();
    void dropFinishedGroups();
    [[nodiscard]] Status beginMaking();
    std::size_t convertGroups();
    Status runStage(std::size_t group, Stage stage);
    Status runCharged(std::size_t group, Stage stage, GroupWork& work);
    bool triesAgainAlone(std::size_t group);
    Error tooLittleMemory(const UnitGroup& group, std::size_t neededBytes) const;
    Error tooSlow(const UnitGroup& group, Stage stage) const;
    Status read(const UnitGroup& group, GroupWork& work);
    void lookIntoCache(const UnitGroup& group, GroupWork& work);
    Status convert(const UnitGroup& group, GroupWork& work);
    Status publish(const UnitGroup& group, GroupWork& work);
    void tellLooks(std::size_t unit, const std::vector<Look>& looks);
    Status convertHere(const UnitGroup& group, const std::vector<std::size_t>& members, GroupWork& work);
    Status convertInWorker(const UnitGroup& group, const std::vector<std::size_t>& members, GroupWork& work);
    void takeUnread(const UnitGroup& group, std::size_t member, MadeUnit made);
    void takeMade(const UnitGroup& group, std::size_t member, MadeUnit made, GroupWork& work);
    Result<std::vector<FileStatus>> publishUnit(std::size_t unit, const OutputSet& outputs);
    void stopAt(const Error& error);
    void tellProgress(std::size_t bytesReserved);
    Status statusOf(const UnitGroup& group);
    std::size_t bytesOf(const UnitGroup& group) const;
    std::size_t weightOf(const UnitGroup& group) const;
    std::size_t roomOf(const UnitGroup& group) const;
    std::size_t numberOf(const UnitGroup& group) const {
        return static_cast<std::size_t>(&group - groups_.data());
    }
    FailurePhase phaseOf(std::size_t group) const;
    void groupDone(std::size_t group, const std::optional<Error>& error, std::size_t bytesReserved);
    void giveBackMemory() const;

    const Plan& plan_;
    const Registries& registries_;
    const RunOptions& options_;
    Disk& disk_;
    RunRecord record_;
    UnitGroups unitGroups_;
    PagedRows<UnitGroup>& groups_;  ///< of these, in the order of the engine, which calls them units
    ArtFiles files_;
    std::optional<ExportFiles> exportFiles_;
    std::optional<GroupMaker> maker_;
    std::unique_ptr<GroupWorkers> workers_;  ///< null: groups are made in this process
    std::optional<MemoryBudget> memory_;
    KeptByNumber<GroupWork> work_;  ///< between two stages, by group; may hold bytes of the maker
    PagedRows<Stage> stages_;       ///< last one begun, by group
    PagedRows<Attempt> attempts_;   ///< by group
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
    EarlierRuns earlier_;
};

Run::Run(const Plan& plan, const Registries& registries, const RunOptions& options)
    : plan_(plan),
      registries_(registries),
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
      earlier_({.plan = plan,
                .options = options,
                .disk = disk_,
                .files = files_,
                .record = record_,
                .publisher = publisher_,
                .recorder = recorder_,
                .costs = costs_,
                .sharesInputs = sharesInputs_}) {}

/// Returns the memory to reserve for converting a group: for one scene, and for each further output beside
/// it.
std::size_t Run::bytesOf(const UnitGroup& group) const {
    constexpr std::size_t kOutputFactor = 2;
    std::size_t one = 0;
    for (const std::size_t unit : group)
        one = std::max(one, costs_.bytes(unit));
    return one + (group.size() - 1) * kOutputFactor * plan_.units.sourceBytes(group.front());
}

/// Returns what decides which group starts first.
std::size_t Run::weightOf(const UnitGroup& group) const {
    std::size_t weight = 0;
    for (const std::size_t unit : group)
        weight = std::max(weight, costs_.weight(unit));
    return weight;
}

/// Returns how many bytes of the group's clips, and of each of its outputs, may stay in memory.
std::size_t Run::roomOf(const UnitGroup& group) const {
    return bytesInMemory({.estimatedBytes = bytesOf(group),
                          .sourceBytes = plan_.units.sourceBytes(group.front()),
                          .outputs = group.size(),
                          .runBytes = bytesForUnits(options_.memoryBytes, plan_.hasMembers),
                          .unitsAtOnce = std::min<std::size_t>(options_.jobs, groups_.size())});
}

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
        groups_, [this](const UnitGroup& group) { return weightOf(group); }, std::max(options_.jobs, 1U));
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
    if (const Status begun = isOver ? Status(Done{}) : beginMaking(); isOver || !begun) {
        if (!begun) record_.stop(begun.error());
        for (std::size_t group = 0; group < groups_.size(); ++group)
            groupDone(group, std::nullopt, 0);
        return 0;
    }
    PagedRows<std::size_t> groupBytes;
    groupBytes.reserve(groups_.size());
    for (const UnitGroup& group : groups_)
        groupBytes.push_back(bytesOf(group));
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

/// Prepares what makes the outputs. Other processes are started before there are further threads.
Status Run::beginMaking() {
    exportFiles_.emplace(plan_, registries_, disk_);
    if (!options_.isIsolated) {
        maker_.emplace(GroupMaker::Parts{.plan = plan_,
                                         .registries = registries_,
                                         .exportFiles = *exportFiles_,
                                         .files = files_,
                                         .failOn = options_.failOn,
                                         .disk = disk_,
                                         .imageBytes = options_.memoryBytes / kImageParts},
                       tracedLoop(options_.trace));
        return Done{};
    }
    Result<std::unique_ptr<GroupWorkers>> workers = GroupWorkers::start({.plan = plan_,
                                                                         .registries = registries_,
                                                                         .options = options_,
                                                                         .exportFiles = *exportFiles_,
                                                                         .groups = groups_,
                                                                         .files = files_,
                                                                         .disk = disk_});
    if (!workers) return workers.error();
    workers_ = std::move(*workers);
    return Done{};
}

/// Runs a stage and passes the group's work on to the next one. Frees it when there is none, or the stage
/// fails or throws: before the engine gives back the memory that was reserved for it.
Status Run::runStage(std::size_t group, Stage stage) {
    static constexpr const char* kNames[] = {"read", "convert", "write"};
    const Trace::Scope scope(options_.trace, laneOf(stage) == Lane::Io ? "disk" : kConversionThread);
    const TraceSpan span("stage", kNames[static_cast<std::size_t>(stage)],
                         static_cast<std::uint32_t>(groups_[group].front()));
    std::unique_ptr<GroupWork> work =
        stage == Stage::Read ? std::make_unique<GroupWork>() : work_.take(group);
    stages_[group] = stage;
    if (stage == Stage::Read) underWay_.begin(group);
    if (stage == Stage::Read)
        work->memory = std::make_unique<MemoryAccount>(*memory_, bytesOf(groups_[group]));
    Status status = runCharged(group, stage, *work);
    if (status && stage != Stage::Publish) work_.put(group, std::move(work));
    if (!status && isAboutTheDisk(status.error())) stopAt(status.error());
    if (!status || stage == Stage::Publish) underWay_.end(group);
    return status;
}

/// Runs a stage. What it allocates is charged to the group, and it must not take too long, except in the last
/// one: outputs that are whole are written.
Status Run::runCharged(std::size_t group, Stage stage, GroupWork& work) {
    static constexpr StageFunction kFunctions[] = {&Run::read, &Run::convert, &Run::publish};
    const StageFunction function = kFunctions[static_cast<std::size_t>(stage)];
    if (stage == Stage::Publish) return (this->*function)(groups_[group], work);
    Status status = Done{};
    bool isStopped = false;
    const RunningStages::Scope running(runningStages_);
    try {
        status = runGuarded([&] {
            const MemoryAccount::Scope ofTheGroup(work.memory.get());
            return (this->*function)(groups_[group], work);
        });
    } catch (const MemoryRefused&) {
        // The account knows of it, also when somebody caught the exception on its way.
    } catch (const Stopped&) {
        if (!running.isOverdue()) throw;
        isStopped = true;
    }
    if (running.isOverdue() && isStopped) return tooSlow(groups_[group], stage);
    if (!work.memory->isRefused()) return status;
    if (attempts_[group] == Attempt::First && !work.memory->isAlone()) attempts_[group] = Attempt::ToRunAlone;
    return tooLittleMemory(groups_[group], work.memory->neededBytes());
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

/// Returns the first failure of the group.
Status Run::statusOf(const UnitGroup& group) {
    for (const std::size_t unit : group) {
        if (record_.unit(unit).status == UnitStatus::Failed) return *record_.unit(unit).error;
    }
    return Done{};
}

Status Run::read(const UnitGroup& group, GroupWork& work) {
    UnitReport& report = record_.unit(group.front());
    const Stopwatch stopwatch;
    lookIntoCache(group, work);
    if (work.found == group.size()) {
        report.times.readMilliseconds = stopwatch.milliseconds();
        return Done{};
    }
    if (workers_ != nullptr) return Done{};  // they read what they convert
    work.bytes = maker_->read(group);
    work.bytesRead = work.bytes.sizeBytes;
    if (!sharesInputs_[group.front()]) report.bytesIn = work.bytesRead;
    if (work.bytes.failure) {
        for (std::size_t member = 0; member < group.size(); ++member)
            takeUnread(group, member, maker_->unread(group[member], work.bytes));
        return *work.bytes.failure;
    }
    report.times.readMilliseconds = stopwatch.milliseconds();
    return Done{};
}

void Run::takeUnread(const UnitGroup& group, std::size_t member, MadeUnit made) {
    UnitReport& report = record_.unit(group[member]);
    made.report.bytesIn = report.bytesIn;
    report = std::move(made.report);
    report.isRecorded = recorder_.rememberFailed(group[member], report, std::move(made.looks));
}

void Run::lookIntoCache(const UnitGroup& group, GroupWork& work) {
    const MemoryAccount::Scope ofNobody(
        nullptr);  // identities are JSON, which allocates while it is destroyed
    work.outputs.resize(group.size());
    work.looks.resize(group.size());
    work.cached.resize(group.size());
    work.peakBytes.resize(group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
        UnitReport& report = record_.unit(group[i]);
        auto found = cached_.find(group[i], work.cached[i], report);
        if (!found) continue;
        ++work.found;
        if (sharesInputs_[group[i]]) report.bytesIn = 0;
        work.outputs[i] = std::move(found->outputs);
        work.looks[i] = std::move(found->record.looks);
        tellLooks(group[i], work.looks[i]);
    }
}

void Run::tellLooks(std::size_t unit, const std::vector<Look>& looks) {
    if (options_.journal) options_.journal(unit, looks);
}

/// Converts all members of a group that did not come from the cache. Fails when all of them failed.
Status Run::convert(const UnitGroup& group, GroupWork& work) {
    const std::vector<std::size_t> members = membersToConvert(work);
    if (members.empty()) return Done{};
    return workers_ == nullptr ? convertHere(group, members, work) : convertInWorker(group, members, work);
}

Status Run::convertHere(const UnitGroup& group, const std::vector<std::size_t>& members, GroupWork& work) {
    std::size_t left = work.found;
    work.images = maker_->convert(
        {.group = group, .members = members, .room = roomOf(group), .memory = work.memory.get()},
        std::move(work.bytes), [&](std::size_t member, MadeUnit made) {
            if (made.report.status != UnitStatus::Failed) ++left;
            takeMade(group, member, std::move(made), work);
        });
    return left > 0 ? Status(Done{}) : statusOf(group);
}

Status Run::convertInWorker(const UnitGroup& group, const std::vector<std::size_t>& members,
                            GroupWork& work) {
    const std::size_t number = numberOf(group);
    const bool isAlone = attempts_[number] == Attempt::Alone || options_.jobs <= 1;
    Result<GroupAnswer> answer = workers_->make({.group = number,
                                                 .members = {members.begin(), members.end()},
                                                 .room = roomOf(group),
                                                 .expectedBytes = bytesOf(group),
                                                 .isAlone = isAlone});
    if (!answer) return answer.error();
    UnitReport& report = record_.unit(group.front());
    work.bytesRead = answer->bytesRead;
    if (!sharesInputs_[group.front()]) report.bytesIn = work.bytesRead;
    report.times.readMilliseconds += answer->readMilliseconds;
    std::size_t left = work.found;
    for (auto& [member, made] : answer->made) {
        if (made.report.status != UnitStatus::Failed) ++left;
        if (answer->isRead) {
            takeMade(group, member, std::move(made), work);
        } else {
            takeUnread(group, member, std::move(made));
        }
    }
    if (answer->neededBytes) {
        if (!isAlone) attempts_[number] = Attempt::ToRunAlone;
        return tooLittleMemory(group, *answer->neededBytes);
    }
    if (answer->error) return *answer->error;
    return left > 0 ? Status(Done{}) : statusOf(group);
}

/// Takes what became of a member, beside what is known of the reading of its group.
void Run::takeMade(const UnitGroup& group, std::size_t member, MadeUnit made, GroupWork& work) {
    const std::size_t unit = group[member];
    UnitReport& report = record_.unit(unit);
    made.report.bytesIn = report.bytesIn;
    made.report.times.readMilliseconds = report.times.readMilliseconds;
    report = std::move(made.report);
    tellLooks(unit, made.looks);
    work.peakBytes[member] = made.peakBytes;
    if (report.status == UnitStatus::Failed) {
        report.isRecorded = recorder_.rememberFailed(unit, report, std::move(made.looks));
        return;
    }
    work.looks[member] = std::move(made.looks);
    work.outputs[member] = std::move(made.outputs);
}

Status Run::publish(const UnitGroup& group, GroupWork& work) {
    for (std::size_t i = 0; i < group.size(); ++i) {
        UnitReport& report = record_.unit(group[i]);
        if (report.status == UnitStatus::Failed) continue;
        const Stopwatch stopwatch;
        const Result<std::vector<FileStatus>> published = publishUnit(group[i], work.outputs[i]);
        if (!published) {
            fail(report, published.error(), FailurePhase::Writing);
            if (concernsAllOutputs(published.error(), plan_.units.exporting(group[i]).outputRoot))
                stopAt(published.error());
        }
        report.times.publishMilliseconds = stopwatch.milliseconds();
        if (published) {
            cached_.keep(work.cached[i], report, work.bytesRead, work.looks[i], work.outputs[i]);
            commits_.add(group[i], std::move(work.looks[i]), work.outputs[i], *published, work.peakBytes[i]);
        }
    }
    return statusOf(group);
}

/// Returns what the state is to know of its files, as Publisher::publish tells it.
Result<std::vector<FileStatus>> Run::publishUnit(std::size_t unit, const OutputSet& outputs) {
    UnitReport& report = record_.unit(unit);
    const TraceSpan span("disk", "write files");
    std::vector<FileStatus> statuses;
    Result<Published> published = publisher_.publish(report.output, plan_.units.exporting(unit).outputRoot,
                                                     outputs, recorder_.isKept() ? &statuses : nullptr);
    if (!published) return published.error();
    if (options_.touchUnchanged) {
        statuses.clear();  // they get other times
        const std::string folder = report.output.substr(0, report.output.rfind('/') + 1);
        for (const OutputFile& file : outputs) {
            if (file.isShared || file.onlyIfAbsent) continue;
            const int problem = disk_.touch(folder + file.name);
            // A new file that has no name yet was written just now.
            const bool isNameless = isAbsent(problem) && options_.durability == Durability::Power;
            if (problem != 0 && !isNameless)
                return systemError(kCannotWrite, folder + file.name, "set the time", problem);
        }
    }
    record_.setShared(unit, std::move(published->shared));
    report.bytesOut = published->bytes;
    report.status = published->changed ? UnitStatus::Written : UnitStatus::Unchanged;
    for (InputReport& input : report.inputs) {
        if (input.status != InputStatus::Failed) input.status = InputStatus::Converted;
    }
    return statuses;
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
