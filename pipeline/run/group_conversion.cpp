#include "pipeline/run/group_conversion.hpp"

#include <string>
#include <utility>

#include "pipeline/base/stopwatch.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/plan/split_path.hpp"
#include "pipeline/run/engine.hpp"
#include "pipeline/run/failure_policy.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/run/run_memory.hpp"
#include "pipeline/run/unit_results.hpp"

namespace rigkiln {
namespace {

/// Returns the members of a group that did not come from the cache.
std::vector<std::size_t> membersToConvert(const GroupWork& work) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < work.cached.size(); ++i) {
        if (!work.cached[i].isFound) members.push_back(i);
    }
    return members;
}

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

}  // namespace

Status GroupConversion::begin() {
    exportFiles_.emplace(parts_.plan, parts_.registries, parts_.disk);
    if (!parts_.options.isIsolated) {
        maker_.emplace(GroupMaker::Parts{.plan = parts_.plan,
                                         .registries = parts_.registries,
                                         .exportFiles = *exportFiles_,
                                         .files = parts_.files,
                                         .failOn = parts_.options.failOn,
                                         .disk = parts_.disk,
                                         .imageBytes = parts_.options.memoryBytes / kImageParts},
                       tracedLoop(parts_.options.trace));
        return Done{};
    }
    Result<std::unique_ptr<GroupWorkers>> workers = GroupWorkers::start({.plan = parts_.plan,
                                                                         .registries = parts_.registries,
                                                                         .options = parts_.options,
                                                                         .exportFiles = *exportFiles_,
                                                                         .groups = parts_.groups,
                                                                         .files = parts_.files,
                                                                         .disk = parts_.disk});
    if (!workers) return workers.error();
    workers_ = std::move(*workers);
    return Done{};
}

/// Returns the first failure of the group.
Status GroupConversion::statusOf(const UnitGroup& group) {
    for (const std::size_t unit : group) {
        if (parts_.record.unit(unit).status == UnitStatus::Failed) return *parts_.record.unit(unit).error;
    }
    return Done{};
}

Status GroupConversion::read(const UnitGroup& group, GroupWork& work) {
    UnitReport& report = parts_.record.unit(group.front());
    const Stopwatch stopwatch;
    lookIntoCache(group, work);
    if (work.found == group.size()) {
        report.times.readMilliseconds = stopwatch.milliseconds();
        return Done{};
    }
    if (workers_ != nullptr) return Done{};  // they read what they convert
    work.bytes = maker_->read(group);
    work.bytesRead = work.bytes.sizeBytes;
    if (!parts_.sharesInputs[group.front()]) report.bytesIn = work.bytesRead;
    if (work.bytes.failure) {
        for (std::size_t member = 0; member < group.size(); ++member)
            takeUnread(group, member, maker_->unread(group[member], work.bytes));
        return *work.bytes.failure;
    }
    report.times.readMilliseconds = stopwatch.milliseconds();
    return Done{};
}

void GroupConversion::takeUnread(const UnitGroup& group, std::size_t member, MadeUnit made) {
    UnitReport& report = parts_.record.unit(group[member]);
    made.report.bytesIn = report.bytesIn;
    report = std::move(made.report);
    report.isRecorded = parts_.recorder.rememberFailed(group[member], report, std::move(made.looks));
}

void GroupConversion::lookIntoCache(const UnitGroup& group, GroupWork& work) {
    const MemoryAccount::Scope ofNobody(
        nullptr);  // identities are JSON, which allocates while it is destroyed
    work.outputs.resize(group.size());
    work.looks.resize(group.size());
    work.cached.resize(group.size());
    work.peakBytes.resize(group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
        UnitReport& report = parts_.record.unit(group[i]);
        auto found = parts_.cached.find(group[i], work.cached[i], report);
        if (!found) continue;
        ++work.found;
        if (parts_.sharesInputs[group[i]]) report.bytesIn = 0;
        work.outputs[i] = std::move(found->outputs);
        work.looks[i] = std::move(found->record.looks);
        tellLooks(group[i], work.looks[i]);
    }
}

void GroupConversion::tellLooks(std::size_t unit, const std::vector<Look>& looks) {
    if (parts_.options.journal) parts_.options.journal(unit, looks);
}

Status GroupConversion::convert(const UnitGroup& group, GroupWork& work) {
    const std::vector<std::size_t> members = membersToConvert(work);
    if (members.empty()) return Done{};
    return workers_ == nullptr ? convertHere(group, members, work) : convertInWorker(group, members, work);
}

Status GroupConversion::convertHere(const UnitGroup& group, const std::vector<std::size_t>& members,
                                    GroupWork& work) {
    std::size_t left = work.found;
    work.images =
        maker_->convert({.group = group, .members = members, .room = work.room, .memory = work.memory.get()},
                        std::move(work.bytes), [&](std::size_t member, MadeUnit made) {
                            if (made.report.status != UnitStatus::Failed) ++left;
                            takeMade(group, member, std::move(made), work);
                        });
    return left > 0 ? Status(Done{}) : statusOf(group);
}

Status GroupConversion::convertInWorker(const UnitGroup& group, const std::vector<std::size_t>& members,
                                        GroupWork& work) {
    Result<GroupAnswer> answer = workers_->make({.group = work.number,
                                                 .members = {members.begin(), members.end()},
                                                 .room = work.room,
                                                 .expectedBytes = work.expectedBytes,
                                                 .isAlone = work.isAlone});
    if (!answer) return answer.error();
    UnitReport& report = parts_.record.unit(group.front());
    work.bytesRead = answer->bytesRead;
    if (!parts_.sharesInputs[group.front()]) report.bytesIn = work.bytesRead;
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
    work.neededBytes = answer->neededBytes;
    if (work.neededBytes) return Done{};
    if (answer->error) return *answer->error;
    return left > 0 ? Status(Done{}) : statusOf(group);
}

/// Takes what became of a member, beside what is known of the reading of its group.
void GroupConversion::takeMade(const UnitGroup& group, std::size_t member, MadeUnit made, GroupWork& work) {
    const std::size_t unit = group[member];
    UnitReport& report = parts_.record.unit(unit);
    made.report.bytesIn = report.bytesIn;
    made.report.times.readMilliseconds = report.times.readMilliseconds;
    report = std::move(made.report);
    tellLooks(unit, made.looks);
    work.peakBytes[member] = made.peakBytes;
    if (report.status == UnitStatus::Failed) {
        report.isRecorded = parts_.recorder.rememberFailed(unit, report, std::move(made.looks));
        return;
    }
    work.looks[member] = std::move(made.looks);
    work.outputs[member] = std::move(made.outputs);
}

Status GroupConversion::publish(const UnitGroup& group, GroupWork& work) {
    for (std::size_t i = 0; i < group.size(); ++i) {
        UnitReport& report = parts_.record.unit(group[i]);
        if (report.status == UnitStatus::Failed) continue;
        const Stopwatch stopwatch;
        const Result<std::vector<FileStatus>> published = publishUnit(group[i], work.outputs[i]);
        if (!published) {
            fail(report, published.error(), FailurePhase::Writing);
            if (concernsAllOutputs(published.error(), parts_.plan.units.exporting(group[i]).outputRoot))
                parts_.stopAt(published.error());
        }
        report.times.publishMilliseconds = stopwatch.milliseconds();
        if (published) {
            parts_.cached.keep(work.cached[i], report, work.bytesRead, work.looks[i], work.outputs[i]);
            parts_.commits.add(group[i], std::move(work.looks[i]), work.outputs[i], *published,
                               work.peakBytes[i]);
        }
    }
    return statusOf(group);
}

/// Fails if a file of a clip would overwrite a source. The plan knows only the path of the main file.
Status GroupConversion::spareSources(std::size_t unit, const OutputSet& outputs) {
    const std::string& main = parts_.record.unit(unit).output;
    const SplitPath place = splitPath(main);
    for (const OutputFile& file : outputs) {
        const SplitPath path{.folder = place.folder, .name = file.name};
        if (file.isShared || file.onlyIfAbsent || path == place) continue;
        if (auto refusal = sources_.refusalOf(parts_.plan.units.exporting(unit).outputRoot, path))
            return *std::move(refusal);
    }
    return Done{};
}

/// Returns what the state is to know of its files, as Publisher::publish tells it.
Result<std::vector<FileStatus>> GroupConversion::publishUnit(std::size_t unit, const OutputSet& outputs) {
    UnitReport& report = parts_.record.unit(unit);
    const TraceSpan span("disk", "write files");
    if (const Status spared = spareSources(unit, outputs); !spared) return spared.error();
    std::vector<FileStatus> statuses;
    Result<Published> published =
        parts_.publisher.publish(report.output, parts_.plan.units.exporting(unit).outputRoot, outputs,
                                 parts_.recorder.isKept() ? &statuses : nullptr);
    if (!published) return published.error();
    if (parts_.options.touchUnchanged) {
        statuses.clear();  // they get other times
        const std::string folder = report.output.substr(0, report.output.rfind('/') + 1);
        for (const OutputFile& file : outputs) {
            if (file.isShared || file.onlyIfAbsent) continue;
            const int problem = parts_.disk.touch(folder + file.name);
            // A new file that has no name yet was written just now.
            const bool isNameless = isAbsent(problem) && parts_.options.durability == Durability::Power;
            if (problem != 0 && !isNameless)
                return systemError(kCannotWrite, folder + file.name, "set the time", problem);
        }
    }
    parts_.record.setShared(unit, std::move(published->shared));
    report.bytesOut = published->bytes;
    report.status = published->changed ? UnitStatus::Written : UnitStatus::Unchanged;
    for (InputReport& input : report.inputs) {
        if (input.status != InputStatus::Failed) input.status = InputStatus::Converted;
    }
    return statuses;
}

}  // namespace rigkiln
