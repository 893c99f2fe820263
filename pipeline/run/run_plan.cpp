#include "pipeline/run/run_plan.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/byte_budget.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/memory_errors.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/stopwatch.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/note_read.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/files/scratch_file.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/run/cached_units.hpp"
#include "pipeline/run/earlier_runs.hpp"
#include "pipeline/run/engine.hpp"
#include "pipeline/run/export_scene.hpp"
#include "pipeline/run/failure_policy.hpp"
#include "pipeline/run/group_units.hpp"
#include "pipeline/run/keep_smaller.hpp"
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
    ByteBudget::Lease images{};              ///< for textures in the outputs
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

/// Files that the options of an export name.
struct ExportFiles {
    Result<OptionFiles> content = OptionFiles();
    std::vector<Look> looks{};
};

std::size_t imageBytes(const Scene& scene) {
    std::size_t bytes = 0;
    for (const Texture& texture : scene.textures)
        bytes += texture.encoded.size();
    return bytes;
}

/// Bytes of the files of an output that no other output shares.
std::size_t ownBytes(const OutputSet& outputs) {
    std::size_t bytes = 0;
    for (const OutputFile& file : outputs) {
        if (!file.isShared) bytes += file.sizeBytes();
    }
    return bytes;
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

class Run {
public:
    Run(const Plan& plan, const Registries& registries, const RunOptions& options);

    RunReport run();

private:
    using StageFunction = Status (Run::*)(const UnitGroup& group, GroupWork& work);

    void dropFreshGroups();
    void sortGroups();
    void readExportFiles();
    std::size_t convertGroups();
    Status runStage(std::size_t group, Stage stage);
    Status runCharged(std::size_t group, Stage stage, GroupWork& work);
    bool triesAgainAlone(std::size_t group);
    Error tooLittleMemory(const UnitGroup& group, const MemoryAccount& memory) const;
    Error tooSlow(const UnitGroup& group, Stage stage) const;
    Status read(const UnitGroup& group, GroupWork& work);
    void lookIntoCache(const UnitGroup& group, GroupWork& work);
    Status convert(const UnitGroup& group, GroupWork& work);
    Status publish(const UnitGroup& group, GroupWork& work);
    void tellLooks(std::size_t unit, const std::vector<Look>& looks);
    void takeScene(const MadeScene& made, std::size_t unit);
    /// Results of an export.
    struct Exported {
        OutputSet& outputs;
        WriteFigures& figures;
        Diagnostics& diagnostics;
    };
    /// Returns whether it converted the unit again.
    bool keepAllKeysIfSmaller(const Recipe& recipe, std::size_t unit, std::size_t room,
                              const Exported& exported);
    Status publishUnit(std::size_t unit, const OutputSet& outputs);
    void stopAt(const Error& error);
    void tellProgress(std::size_t bytesReserved);
    Status statusOf(const UnitGroup& group);
    std::size_t bytesOf(const UnitGroup& group) const;
    std::size_t weightOf(const UnitGroup& group) const;
    std::size_t roomOf(const UnitGroup& group) const;
    FailurePhase phaseOf(std::size_t group) const;
    void groupDone(std::size_t group, const std::optional<Error>& error, std::size_t bytesReserved);

    const Plan& plan_;
    const Registries& registries_;
    const RunOptions& options_;
    Disk& disk_;
    RunRecord record_;
    std::vector<UnitGroup> groups_;  ///< in the order of the engine, which calls them units
    ArtFiles files_;
    AssetReader reader_;
    ByteBudget imagesInOutputs_;
    std::optional<MemoryBudget> memory_;
    std::vector<std::unique_ptr<GroupWork>> work_;              ///< may hold bytes of these two
    std::vector<Stage> stages_;                                 ///< last one begun, by group
    std::vector<Attempt> attempts_;                             ///< by group
    std::map<const ExportSettings*, ExportFiles> exportFiles_;  ///< by settings of the plan
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
      groups_(groupUnits(plan.units)),
      files_({.registries = registries,
              .archives = plan.archives,
              .archiveBytes = options.memoryBytes / kImageParts * kPartsForArchives,
              .imageBytes = options.memoryBytes / kImageParts,
              .state = plan.state,
              .disk = options.disk}),
      reader_(registries, files_, tracedLoop(options.trace)),
      imagesInOutputs_(options.memoryBytes / kImageParts),
      work_(groups_.size()),
      stages_(groups_.size(), Stage::Read),
      publisher_(disk_, options.durability),
      runningStages_(options.unitTimeout),
      sharesInputs_(plan.units.size()),
      recorder_(options.state, plan, files_, options_.failOn, disk_, options.seen),
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
                .costs = costs_}) {}

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

/// Puts groups first that take long, or are large where their time is not known, so that none of them runs
/// alone at the end. All others stay in the order of their paths, which is about that of the disk, with a
/// part of the row for each thread.
void Run::sortGroups() {
    constexpr std::size_t kSmallBytes = std::size_t{32} << 20U;
    const auto isSmall = [&](const UnitGroup& group) { return weightOf(group) <= kSmallBytes; };
    const auto firstSmall = std::stable_partition(groups_.begin(), groups_.end(), std::not_fn(isSmall));
    std::stable_sort(groups_.begin(), firstSmall, [&](const UnitGroup& left, const UnitGroup& right) {
        return std::bit_width(weightOf(left)) > std::bit_width(weightOf(right));
    });
    dealParts(std::span(firstSmall, groups_.end()), std::max(options_.jobs, 1U));
}

void Run::dropFreshGroups() {
    for (UnitGroup& group : groups_) {
        for (const std::size_t unit : group.units().subspan(1))
            sharesInputs_[unit] = true;
    }
    const auto isRemembered = [this](std::size_t unit) { return record_.isRemembered(unit); };
    std::erase_if(groups_,
                  [&](const UnitGroup& group) { return std::ranges::all_of(group.units(), isRemembered); });
    for (UnitGroup& group : groups_)
        group.eraseIf(isRemembered);
    work_.resize(groups_.size());
    stages_.resize(groups_.size());
}

RunReport Run::run() {
    record_.start();
    earlier_.begin();
    dropFreshGroups();
    sortGroups();
    readExportFiles();
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
    if (options_.failFast && record_.failed() > 0) {
        for (std::size_t group = 0; group < groups_.size(); ++group)
            groupDone(group, std::nullopt, 0);
        return 0;
    }
    std::vector<std::size_t> groupBytes;
    groupBytes.reserve(groups_.size());
    for (const UnitGroup& group : groups_)
        groupBytes.push_back(bytesOf(group));
    attempts_.resize(groups_.size());
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

/// Reads the files once for all units of a job. A file that cannot be read fails each of them.
void Run::readExportFiles() {
    for (std::size_t unit = 0; unit < plan_.units.size(); ++unit) {
        const ExportSettings& settings = plan_.units.exporting(unit);
        if (exportFiles_.contains(&settings)) continue;
        ExportFiles& files = exportFiles_[&settings];
        Journal journal;
        const ExporterModule* exporter = registries_.exporter(settings.exporter.id);
        if (exporter == nullptr) continue;  // exportScene fails
        for (const OptionSpec& spec : exporter->options) {
            if (spec.type != OptionType::File || settings.options.text(spec.name).empty()) continue;
            const std::string& path = settings.options.text(spec.name);
            FileStatus status;
            Result<std::vector<std::byte>> bytes = readFile(path, kMaximumSourceBytes, disk_, &status);
            noteRead(path, status, bytes, &journal);
            if (!bytes) {
                files.content = bytes.error();
                break;
            }
            files.content->emplace(spec.name, std::move(*bytes));
        }
        files.looks = journal.looks();
    }
}

/// Runs a stage and passes the group's work on to the next one. Frees it when there is none, or the stage
/// fails or throws: before the engine gives back the memory that was reserved for it.
Status Run::runStage(std::size_t group, Stage stage) {
    static constexpr const char* kNames[] = {"read", "convert", "write"};
    const Trace::Scope scope(options_.trace, laneOf(stage) == Lane::Io ? "disk" : kConversionThread);
    const TraceSpan span("stage", kNames[static_cast<std::size_t>(stage)],
                         static_cast<std::uint32_t>(groups_[group].front()));
    std::unique_ptr<GroupWork> work =
        stage == Stage::Read ? std::make_unique<GroupWork>() : std::move(work_[group]);
    stages_[group] = stage;
    if (stage == Stage::Read) underWay_.begin(group);
    if (stage == Stage::Read)
        work->memory = std::make_unique<MemoryAccount>(*memory_, bytesOf(groups_[group]));
    Status status = runCharged(group, stage, *work);
    if (status && stage != Stage::Publish) work_[group] = std::move(work);
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
    return tooLittleMemory(groups_[group], *work.memory);
}

/// Forgets what the first attempt left in the reports.
bool Run::triesAgainAlone(std::size_t group) {
    if (attempts_[group] != Attempt::ToRunAlone) return false;
    attempts_[group] = Attempt::Alone;
    for (const std::size_t unit : groups_[group])
        record_.unit(unit) = openReport(plan_.units, unit);
    return true;
}

Error Run::tooLittleMemory(const UnitGroup& group, const MemoryAccount& memory) const {
    return kTooLittleMemory.in(
        plan_.units.mainPath(group.front()).text(),
        fmt::format("needs at least {} of memory, --memory is {}; give more",
                    byteCountText(memory.neededBytes()), byteCountText(options_.memoryBytes)));
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
    work.bytes = reader_.readBytes(plan_.units.recipe(group.front()));
    work.bytesRead = work.bytes.sizeBytes;
    if (!sharesInputs_[group.front()]) report.bytesIn = work.bytesRead;
    if (work.bytes.failure) {
        for (const std::size_t unit : group) {
            fail(record_.unit(unit), inFile(plan_.units.mainPath(unit).text(), *work.bytes.failure),
                 FailurePhase::Reading);
            UnitReport& failed = record_.unit(unit);
            failed.isRecorded = recorder_.rememberFailed(unit, failed, work.bytes.looks);
        }
        return *work.bytes.failure;
    }
    report.times.readMilliseconds = stopwatch.milliseconds();
    return Done{};
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
    const Recipe first = plan_.units.recipe(group.front());
    Stopwatch stopwatch;
    const std::size_t room = roomOf(group);
    MadeScene made =
        reader_.makeScene(first, std::move(work.bytes),
                          std::make_shared<ScratchFile>(first.exporting->outputRoot, room, disk_));
    passOnRefusal();  // a clip would be missing
    // Cannot deadlock: a waiter holds no lease of this budget, and holders only export and write.
    work.images = imagesInOutputs_.take(imageBytes(made.scene) * (group.size() + 1));
    std::size_t left = work.found;
    for (const std::size_t i : members) {
        const Recipe recipe = i == 0 ? first : plan_.units.recipe(group[i]);
        UnitReport& report = record_.unit(group[i]);
        takeScene(made, group[i]);
        if (!made.textureSearch.missing.empty()) report.textureSearch = made.textureSearch;
        Diagnostics diagnostics = plan_.units.diagnostics(group[i]);
        diagnostics.append(made.diagnostics);
        const auto& [files, fileLooks] = exportFiles_.at(&*recipe.exporting);
        Journal journal;
        journal.addAll(made.looks);
        journal.addAll(fileLooks);
        work.looks[i] = journal.looks();
        tellLooks(group[i], work.looks[i]);
        if (made.failure) {
            fail(report, *made.failure, FailurePhase::Converting);
        } else if (!files) {
            fail(report, files.error(), FailurePhase::Reading);
        } else {
            WriteFigures figures;
            ScratchFile scratch(recipe.exporting->outputRoot, room, disk_);
            auto outputs = exportScene({.scene = made.scene,
                                        .recipe = recipe,
                                        .registries = registries_,
                                        .files = *files,
                                        .isLast = i == members.back(),
                                        .scratch = &scratch},
                                       figures, diagnostics);
            const bool wasMadeTwice =
                outputs && keepAllKeysIfSmaller(recipe, group[i], room, {*outputs, figures, diagnostics});
            passOnRefusal();
            work.peakBytes[i] = bytesTaken({.sourceBytes = work.bytesRead,
                                            .counts = made.counts,
                                            .reductions = made.reductions,
                                            .outputBytes = outputs ? ownBytes(*outputs) : 0,
                                            .wasMadeTwice = wasMadeTwice});
            report.positionError = figures.positionError;
            const auto policy = policyProblem(diagnostics, options_.failOn, recipe.mainFile().path);
            if (outputs && policy) {
                fail(report, *policy, FailurePhase::Exporting);
            } else if (outputs) {
                work.outputs[i] = std::move(*outputs);
                ++left;
            } else {
                fail(report, outputs.error(), FailurePhase::Exporting);
            }
        }
        addIssues(report, diagnostics);
        report.times.convertMilliseconds = std::exchange(stopwatch, Stopwatch()).milliseconds();
        if (report.status == UnitStatus::Failed)
            report.isRecorded = recorder_.rememberFailed(group[i], report, std::move(work.looks[i]));
    }
    // Less than the sum is not trusted: parts of the unit may have been in the scratch file. What several
    // members held is not known of each.
    if (const auto measured = work.memory->measuredBytes(); measured && group.size() == 1)
        work.peakBytes.front() = std::max(work.peakBytes.front(), *measured);
    return left > 0 ? Status(Done{}) : statusOf(group);
}

bool Run::keepAllKeysIfSmaller(const Recipe& recipe, std::size_t unit, std::size_t room,
                               const Exported& exported) {
    std::vector<ClipReductionReport>& reductions = record_.unit(unit).reductions;
    if (!mayHaveGrown(reductions, recipe)) return false;
    const TraceSpan span("step", "convert again with all keys");
    const UnitToShrink again{.reader = reader_,
                             .recipe = recipe,
                             .registries = registries_,
                             .files = *exportFiles_.at(&*recipe.exporting).content,
                             .room = room,
                             .disk = disk_};
    Diagnostics planned = plan_.units.diagnostics(unit);
    if (!keepSmaller(again, exported.outputs, exported.figures, planned)) return true;
    exported.diagnostics = std::move(planned);
    for (ClipReductionReport& clip : reductions)
        clip = withAllKeys(std::move(clip));
    return true;
}

void Run::takeScene(const MadeScene& made, std::size_t unit) {
    UnitReport& report = record_.unit(unit);
    report.counts = made.counts;
    report.reductions = made.reductions;
    auto failure = made.clipFailures.begin();
    for (InputReport& input : report.inputs) {
        if (input.role != InputRole::Clip) continue;
        if (*failure) {
            input.status = InputStatus::Failed;
            input.error = *failure;
        }
        ++failure;
    }
}

Status Run::publish(const UnitGroup& group, GroupWork& work) {
    for (std::size_t i = 0; i < group.size(); ++i) {
        UnitReport& report = record_.unit(group[i]);
        if (report.status == UnitStatus::Failed) continue;
        const Stopwatch stopwatch;
        const Status published = publishUnit(group[i], work.outputs[i]);
        if (!published) {
            fail(report, published.error(), FailurePhase::Writing);
            if (concernsAllOutputs(published.error(), plan_.units.exporting(group[i]).outputRoot))
                stopAt(published.error());
        }
        report.times.publishMilliseconds = stopwatch.milliseconds();
        if (published) {
            cached_.keep(work.cached[i], report, work.bytesRead, work.looks[i], work.outputs[i]);
            commits_.add(group[i], std::move(work.looks[i]), work.outputs[i], work.peakBytes[i]);
        }
    }
    return statusOf(group);
}

Status Run::publishUnit(std::size_t unit, const OutputSet& outputs) {
    UnitReport& report = record_.unit(unit);
    const TraceSpan span("disk", "write files");
    Result<Published> published =
        publisher_.publish(report.output, plan_.units.exporting(unit).outputRoot, outputs);
    if (!published) return published.error();
    if (options_.touchUnchanged) {
        const std::string folder = report.output.substr(0, report.output.rfind('/') + 1);
        for (const OutputFile& file : outputs) {
            if (file.isShared) continue;
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
    return Done{};
}

FailurePhase Run::phaseOf(std::size_t group) const {
    if (stages_[group] == Stage::Read) return FailurePhase::Reading;
    return stages_[group] == Stage::Convert ? FailurePhase::Converting : FailurePhase::Writing;
}

/// Gives the members of the group that have no result yet the error that ended the group. Without an error
/// they were stopped.
void Run::groupDone(std::size_t group, const std::optional<Error>& error, std::size_t bytesReserved) {
    work_[group].reset();
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
}

}  // namespace

RunReport runPlan(const Plan& plan, const Registries& registries, const RunOptions& options) {
    return Run(plan, registries, options).run();
}

}  // namespace rigkiln
