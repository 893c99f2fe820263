#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/files/memory_disk.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/failing_disk.hpp"
#include "tests/support/run_codes.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/pipeline/run/told_failures.hpp"
#include "tests/unit/pipeline/run/toy_game.hpp"
#include "tests/unit/pipeline/run/toy_registries.hpp"

namespace rigkiln {
namespace {

using test::DiskFailure;
using test::DiskOperation;
using test::DiskStep;
using test::FailingDisk;

/// Files that a run left on a disk, and its report.
struct Ending {
    MemoryDisk::Files files{};
    std::vector<Error> errors{};                ///< of the plan, its units and their inputs
    std::map<std::string, UnitReport> units{};  ///< by output
    std::string report{};                       ///< empty after errors; without facts of earlier runs
    int exitCode = 0;
    bool wasStopped = false;  ///< by a disk that takes no file
    std::size_t tried = 0;    ///< units that were not known from earlier runs
};

bool isTemporary(std::string_view path) {
    return path.substr(path.rfind('/') + 1).starts_with(".rigkiln-") && path.ends_with(".tmp");
}

bool isState(std::string_view path) {
    return path.starts_with("/w/state/");
}

std::vector<Error> errorsOf(const RunReport& report) {
    std::vector<Error> errors;
    for (const EnvironmentReport& entry : report.environment)
        errors.push_back(entry.error);
    for (const UnitReport& unit : report.units) {
        if (unit.error) errors.push_back(*unit.error);
        for (const InputReport& input : unit.inputs) {
            if (input.error) errors.push_back(*input.error);
        }
    }
    return errors;
}

std::string comparable(RunReport report) {
    for (UnitReport& unit : report.units) {
        if (unit.status == UnitStatus::Unchanged) unit.status = UnitStatus::Written;
        unit.isRemembered = false;
    }
    report.state.reset();
    return toReportJson(report, false);
}

/// Whether the run said of a clip of the planned unit that it was left out.
bool lacksClip(const UnitReport& unit, const UnitReport& planned, const Ending& ending) {
    const auto isFailed = [](const InputReport& input) {
        return input.role == InputRole::Clip && input.status == InputStatus::Failed;
    };
    if (std::ranges::any_of(unit.inputs, isFailed)) return true;
    const auto isAlone = [&](const InputReport& input) {
        return std::ranges::any_of(ending.units, [&](const auto& other) {
            return other.second.status == UnitStatus::Failed &&
                   other.second.inputs.front().path == input.path;
        });
    };
    return std::ranges::any_of(planned.inputs, [&](const InputReport& input) {
        return input.role == InputRole::Clip &&
               (isAlone(input) ||
                std::ranges::find(ending.errors, input.path, &Error::where) != ending.errors.end());
    });
}

/// Finds the name that a publisher gives to temporary files.
class NameSpy final : public MemoryDisk {
public:
    NameSpy() : MemoryDisk(false) {}
    DiskResult<int> createFile(int folder, const std::string& path) override {
        name = path;
        return MemoryDisk::createFile(folder, path);
    }
    std::string name;
};

/// Name of a temporary file of a process on this machine.
std::string temporaryNameOf(std::string_view process) {
    NameSpy spy;
    EXPECT_TRUE(Publisher(spy).publish("/o/x", "/o", {{"x", {test::bytesOfText("x")}}}));
    const std::size_t begin = spy.name.find('-', spy.name.find('-') + 1) + 1;
    return spy.name.replace(begin, spy.name.find('-', begin) - begin, process);
}

/// A disk with and without nameless files; the failure.
using Parameters = std::tuple<bool, DiskFailure>;

class DiskFailures : public testing::TestWithParam<Parameters> {
protected:
    DiskFailures() {
        LoadedSettings loaded =
            loadSettings({.file = "/w/rigkiln.yaml", .text = test::kToyConfiguration, .definitions = {}},
                         test::toyRegistries());
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "rigkiln.yaml");
        settings_ = std::move(loaded.settings);

        MemoryDisk first(hasNameless());
        test::putToyGame(first);
        run(first);
        putOldOutputs(first);
        start_ = first.files();

        MemoryDisk second(hasNameless());
        restore(second);
        FailingDisk recorder(second);
        fresh_ = run(recorder);
        fresh_.files = second.files();
        operations_ = recorder.operations();
        std::erase_if(operations_, [](const DiskOperation& operation) { return !isInteresting(operation); });
        findOutputsWithoutClips();
    }

    /// Without nameless files only writing differs; only reads and writes can be incomplete.
    static bool isInteresting(const DiskOperation& operation) {
        const bool isWrite = operation.step == DiskStep::Write;
        if (failure() == DiskFailure::HalfWritten) return isWrite;
        if (failure() == DiskFailure::Short) return isWrite || operation.step == DiskStep::Read;
        return hasNameless() || isWrite || operation.step == DiskStep::CreateFile ||
               operation.step == DiskStep::Close || operation.step == DiskStep::Rename;
    }

    /// The folder above a model is searched for textures if this user may read it.
    static bool isNoFailure(const DiskOperation& operation) {
        return failure() == DiskFailure::NoAccess && operation.step == DiskStep::OpenFolder &&
               operation.path == "/w/in" && operation.number > 0;
    }

    static bool hasNameless() { return std::get<0>(GetParam()); }
    static DiskFailure failure() { return std::get<1>(GetParam()); }

    /// Turns the outputs of a run into what earlier runs may have left: complete old versions of half of the
    /// outputs, some of them equal to the new ones; half of the kept images; a side file of an earlier
    /// version; a temporary file of a process that was killed.
    void putOldOutputs(MemoryDisk& disk) {
        std::size_t number = 0;
        for (const auto& [path, content] : disk.files()) {
            if (!path.starts_with("/w/out/") && !path.starts_with("/w/more/") && !isState(path)) continue;
            const std::size_t kind = number++ % 4;
            if (kind == 0 && !isState(path)) disk.put(path, "old version of " + path);
            if (kind >= 2) disk.remove(Disk::kNoFolder, path);
        }
        disk.put("/w/more/a/hero.0123456789abcdef.bin", "old side file");
        leftover_ = "/w/out/a/" + temporaryNameOf("999999999");
        disk.put(leftover_, "half of a fi");
    }

    void restore(MemoryDisk& disk) const {
        for (const auto& [path, content] : start_)
            disk.put(path, content);
        test::putToyLinks(disk);
    }

    /// Outputs of models without one of their clips, which the run leaves out when it cannot read it.
    void findOutputsWithoutClips() {
        for (const std::string_view name : test::kToyClips) {
            const std::string clip(name);
            MemoryDisk disk(hasNameless());
            restore(disk);
            disk.put(clip, start_.at(clip) + " bad");
            run(disk);
            for (const auto& [path, content] : disk.files())
                withoutClip_[path].insert(content);
        }
    }

    /// `record`: folder of this machine for what runs remember; empty: they do not.
    Ending run(Disk& disk, const std::string& record = {}) const {
        Ending ending;
        std::unique_ptr<RunState> state;
        if (!record.empty()) {
            Result<std::unique_ptr<RunState>> opened = RunState::open(
                {.folder = record, .configuration = "rigkiln.yaml", .codes = test::codesOfRuns()});
            EXPECT_TRUE(opened);
            state = std::move(*opened);
        }
        const Result<Plan> plan =
            makePlan({.settings = *settings_, .registries = test::toyRegistries(), .disk = &disk});
        if (!plan) {
            ending.errors = {plan.error()};
            ending.exitCode = exitCode(plan.error());
            return ending;
        }
        const RunReport report =
            runPlan(*plan, test::toyRegistries(), {.jobs = 1, .disk = &disk, .state = state.get()});
        ending.tried =
            static_cast<std::size_t>(std::ranges::count(report.units, false, &UnitReport::isRemembered));
        ending.errors = errorsOf(report);
        for (const UnitReport& unit : report.units)
            ending.units.emplace(unit.output, unit);
        if (ending.errors.empty()) ending.report = comparable(report);
        ending.exitCode = exitCode(report);
        ending.wasStopped = report.stopped.has_value();
        return ending;
    }

    /// Runs with one failure and returns what is wrong with the outcome.
    std::vector<std::string> problemsAfter(const DiskOperation& operation) const {
        MemoryDisk disk(hasNameless());
        restore(disk);
        FailingDisk failing(disk, operation, failure());
        Ending ending = run(failing);
        ending.files = disk.files();
        std::vector<std::string> problems;
        if (!failing.hasFailed()) problems.emplace_back("the operation did not happen");
        if (disk.openCount() != 0) problems.push_back(fmt::format("{} files stay open", disk.openCount()));
        checkFiles(ending, problems);
        checkErrors(ending, operation, problems);
        checkUnits(ending, problems);
        if (ending.files != fresh_.files) {
            const Ending second = run(disk);
            if (!second.errors.empty()) problems.push_back("second run: " + second.errors.front().text());
            if (second.report != fresh_.report) problems.emplace_back("second run: another report");
            if (disk.files() != fresh_.files) problems.emplace_back("second run: other files");
        }
        return problems;
    }

    /// Runs with one failure and a record of it. Returns what is wrong with the runs after it, which use the
    /// record.
    std::vector<std::string> problemsOfRecordAfter(const DiskOperation& operation) const {
        MemoryDisk disk(hasNameless());
        restore(disk);
        const ScratchFolder record;
        FailingDisk failing(disk, operation, failure());
        run(failing, record.path());
        std::vector<std::string> problems;
        for (const char* name : {"second", "third"}) {
            const Ending next = run(disk, record.path());
            if (next.report != fresh_.report) problems.push_back(fmt::format("{} run: another report", name));
            if (outputsIn(disk.files()) != outputsIn(fresh_.files))
                problems.push_back(fmt::format("{} run: other files", name));
            if (name == std::string_view("third") && next.tried != 0)
                problems.push_back(fmt::format("third run: {} units again", next.tried));
        }
        return problems;
    }

    /// Leaves out what later runs need not put right: kept images, and temporary files in folders that they
    /// do not write to.
    static MemoryDisk::Files outputsIn(MemoryDisk::Files files) {
        std::erase_if(files, [](const auto& file) { return isState(file.first) || isTemporary(file.first); });
        return files;
    }

    /// Lets every `step`th of the operations fail in turn, beginning with number `first`.
    void failEach(std::size_t step, std::size_t first,
                  const std::function<std::vector<std::string>(const DiskOperation&)>& problemsOf) {
        std::vector<std::vector<std::string>> problems(operations_.size());
        const auto failAt = [&](std::size_t i) {
            const DiskOperation& operation = operations_[first + i * step];
            if (!isNoFailure(operation)) problems[first + i * step] = problemsOf(operation);
        };
        ASSERT_LT(first, operations_.size());
        const std::size_t count = (operations_.size() - first + step - 1) / step;
        if (test::kHasSanitizer) {
            // One run after the other: oneTBB 2021.8 reads its list of limits without a lock when several
            // runs of one process start at once, which the program never does.
            for (std::size_t i = 0; i < count; ++i)
                failAt(i);
        } else {
            // A run mostly waits for its own threads, so several runs at once take less time.
            runOnThreads(count, failAt);
        }
        for (std::size_t i = 0; i < problems.size(); ++i) {
            if (problems[i].empty()) continue;
            ADD_FAILURE() << operations_[i].text() << ":\n  "
                          << fmt::format("{}", fmt::join(problems[i], "\n  "));
        }
    }

    /// Every file is the complete old or new one.
    void checkFiles(const Ending& ending, std::vector<std::string>& problems) const {
        for (const auto& file : ending.files) {
            const std::string& path = file.first;
            const std::string& content = file.second;
            if (isTemporary(path) && path != leftover_) problems.push_back("left behind: " + path);
            const auto isContentIn = [&](const MemoryDisk::Files& files) {
                const auto known = files.find(path);
                return known != files.end() && known->second == content;
            };
            const auto without = withoutClip_.find(path);
            const bool isKnown = isContentIn(start_) || isContentIn(fresh_.files) || isTemporary(path) ||
                                 (without != withoutClip_.end() && without->second.contains(content));
            if (!isKnown) problems.push_back("neither old nor new: " + path);
        }
        for (const auto& [path, content] : fresh_.files) {
            // Side files go with the old version of an output, also when the new one lacks a clip.
            const std::string main = path.substr(0, path.find('.')) + ".txt";
            const auto written = ending.files.find(main);
            const bool isReplaced = path.ends_with(".bin") && written != ending.files.end() &&
                                    written->second != fresh_.files.at(main) &&
                                    withoutClip_.at(main).contains(written->second);
            if (start_.contains(path) && !ending.files.contains(path) && !isReplaced)
                problems.push_back("lost: " + path);
        }
    }

    /// The run names the file and the reason, or it goes on as if nothing had happened.
    void checkErrors(const Ending& ending, const DiskOperation& operation,
                     std::vector<std::string>& problems) const {
        for (const Error& error : ending.errors) {
            if (!test::tellsOf(error, operation, failure())) problems.push_back("says " + error.text());
        }
        if (ending.errors.empty() && mustBeTold(operation)) problems.emplace_back("says nothing");
        const int expected = ending.errors.empty() ? 0 : 3;
        if (ending.exitCode != expected) problems.push_back(fmt::format("exit code {}", ending.exitCode));
        if (!ending.errors.empty()) return;
        if (ending.report != fresh_.report) problems.emplace_back("another report without an error");
        for (const auto& [path, content] : fresh_.files) {
            if (isState(path)) continue;
            const auto found = ending.files.find(path);
            if (found == ending.files.end() || found->second != content)
                problems.push_back("not written, without an error: " + path);
        }
    }

    /// Whether nothing can make up for the failure: the bytes of an output may be incomplete.
    static bool mustBeTold(const DiskOperation& operation) {
        if (failure() == DiskFailure::Short || isState(operation.path)) return false;
        switch (operation.step) {
            case DiskStep::Write:
            case DiskStep::FinishWriting:
            case DiskStep::Rename:
                return true;
            case DiskStep::CreateFile:
            case DiskStep::Close:
                return !hasNameless();
            default:
                return false;
        }
    }

    /// Units without an error are complete, and the run says why others are missing.
    void checkUnits(const Ending& ending, std::vector<std::string>& problems) const {
        for (const auto& entry : fresh_.units) {
            const std::string& output = entry.first;
            const UnitReport& planned = entry.second;
            const auto unit = ending.units.find(output);
            if (unit == ending.units.end()) {
                const bool isExplained = std::ranges::any_of(ending.errors, [&](const Error& error) {
                    return std::ranges::any_of(planned.inputs, [&](const InputReport& input) {
                        return error.text().find(input.path) != std::string::npos ||
                               input.path.starts_with(error.file + "/") ||
                               test::isBehindToyLink(input.path, error.file);
                    });
                });
                if (!isExplained) problems.push_back("not planned, without a reason: " + output);
                continue;
            }
            const bool isFailed = unit->second.status == UnitStatus::Failed;
            const bool isDropped = unit->second.status == UnitStatus::Cancelled;
            if (isDropped && !ending.wasStopped) problems.push_back("not begun: " + output);
            if (isFailed || isDropped || lacksClip(unit->second, planned, ending)) continue;
            const auto content = ending.files.find(output);
            if (content == ending.files.end() || content->second != fresh_.files.at(output))
                problems.push_back("not the new version: " + output);
        }
        // Clips of a model that was not read are reported, but not written.
        for (const auto& [output, unit] : ending.units) {
            if (!fresh_.units.contains(output) && unit.status != UnitStatus::Failed)
                problems.push_back("written by mistake: " + output);
        }
    }

    std::optional<Settings> settings_;
    std::string leftover_;
    MemoryDisk::Files start_;
    Ending fresh_;
    std::map<std::string, std::set<std::string>> withoutClip_;  ///< contents by path
    std::vector<DiskOperation> operations_;
};

/// Each operation fails in one of four ways, which find the same operations in the same order; with
/// RIGKILN_EVERY_FAILURE set, every operation.
TEST_P(DiskFailures, LeaveOldOrNewFilesAndAreReported) {
    ASSERT_TRUE(fresh_.errors.empty()) << fresh_.errors.front().text();
    ASSERT_EQ(fresh_.units.size(), test::kToyUnits);
    RecordProperty("operations", static_cast<int>(operations_.size()));
    constexpr std::size_t kWays = 4;  // that any operation can fail in: the first ones of DiskFailure
    const bool isEvery =
        std::getenv("RIGKILN_EVERY_FAILURE") != nullptr;  // NOLINT(concurrency-mt-unsafe): no thread sets it
    const std::size_t step = test::kHasSanitizer ? 29 : isEvery ? 1 : kWays;
    const std::size_t first = step == kWays ? static_cast<std::size_t>(failure()) % kWays : 0;
    failEach(step, first, [this](const DiskOperation& operation) { return problemsAfter(operation); });
}

/// Whatever fails while a run remembers what it did, the next run gives what a run from nothing gives, and
/// leaves nothing for the one after it.
TEST_P(DiskFailures, AreNotRemembered) {
    failEach(test::kHasSanitizer ? 97 : 23, 0,
             [this](const DiskOperation& operation) { return problemsOfRecordAfter(operation); });
}

std::string nameOfParameters(const testing::TestParamInfo<Parameters>& info) {
    constexpr std::array kNames = {"NoSpace",     "BrokenDisk",  "NoAccess",
                                   "TooManyOpen", "HalfWritten", "Short"};
    return std::string(std::get<0>(info.param) ? "Nameless" : "Named") +
           kNames.at(static_cast<std::size_t>(std::get<1>(info.param)));
}

INSTANTIATE_TEST_SUITE_P(All, DiskFailures,
                         testing::Combine(testing::Bool(),
                                          testing::Values(DiskFailure::NoSpace, DiskFailure::BrokenDisk,
                                                          DiskFailure::NoAccess, DiskFailure::TooManyOpen,
                                                          DiskFailure::HalfWritten, DiskFailure::Short)),
                         nameOfParameters);

}  // namespace
}  // namespace rigkiln
