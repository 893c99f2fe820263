#include "tools/cli/farm_actions.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/farm/farm_folder.hpp"
#include "pipeline/farm/shard_results.hpp"
#include "pipeline/state/state_errors.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/execute_run.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/program_path.hpp"
#include "tools/cli/remembered_run.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/slurm.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

Result<std::unique_ptr<RunState>> openFarmState(const Settings& settings) {
    return RunState::open({.folder = settings.state.folder,
                           .configuration = configurationPath(settings),
                           .codes = allErrorCodes(),
                           .program = thisProgram()});
}

/// Opens the state when nobody else has it any more.
Result<std::unique_ptr<RunState>> awaitFarmState(const Settings& settings, std::chrono::seconds patience,
                                                 const StopSignals& signals) {
    using Clock = std::chrono::steady_clock;
    using namespace std::chrono_literals;
    const auto last = Clock::now() + patience;
    for (bool isTold = false;;) {
        Result<std::unique_ptr<RunState>> state = openFarmState(settings);
        if (state || !state.error().is(kStateInUse) || Clock::now() >= last || signals.level() > 0)
            return state;
        if (!std::exchange(isTold, true))
            complain(fmt::format("{}; waiting for it up to {} s", state.error().text(), patience.count()));
        std::this_thread::sleep_for(500ms);
    }
}

Status writeScripts(const Farm& farm) {
    const std::string folder = roundFolder(farm.folder, farm.rounds.back().number);
    const std::string program = programPath();
    const Status shard = writeTextFile(slurm::shardScriptFile(folder), slurm::shardScript(farm, program));
    return shard ? writeTextFile(slurm::mergeScriptFile(folder), slurm::mergeScript(farm, program)) : shard;
}

/// What changes when a shard delivers something.
std::uintmax_t deliveredBytes(const Farm& farm) {
    std::uintmax_t bytes = 0;
    const FarmRound& round = farm.rounds.back();
    for (std::size_t shard = 1; shard <= round.shards.size(); ++shard) {
        std::error_code unknown;
        const std::string folder = shardResults(roundFolder(farm.folder, round.number), shard);
        for (const fs::directory_entry& file : fs::directory_iterator(folder, unknown)) {
            const std::uintmax_t size = file.file_size(unknown);
            if (!unknown) bytes += size;
        }
    }
    return bytes;
}

enum class RoundEnd : std::uint8_t { QueueIsEmpty, Stalled, Interrupted };

/// Says what jobs wait for, unless it was said before.
void tellWaiting(const slurm::Queue& queue, std::string& told) {
    std::string text;
    for (const auto& [reason, count] : queue.waiting)
        text += fmt::format("{}{} for {}", text.empty() ? "" : ", ", count, reason);
    if (text == told) return;
    complain(
        fmt::format("no job of the farm runs, and some wait in the queue: {}; this goes on waiting", text));
    told = std::move(text);
}

/// Says why the queue cannot be asked for, once it could not for a while: a controller that starts again does
/// not answer for seconds.
class QueueTrouble {
public:
    void note(const Result<slurm::Queue>& queue) {
        using namespace std::chrono_literals;
        const auto now = std::chrono::steady_clock::now();
        if (queue) {
            answered_ = now;
            isTold_ = false;
        } else if (!isTold_ && now - answered_ >= 20s) {
            complain(fmt::format("{}; this goes on waiting for what the jobs deliver", queue.error().text()));
            isTold_ = true;
        }
    }

private:
    std::chrono::steady_clock::time_point answered_ = std::chrono::steady_clock::now();
    bool isTold_ = false;
};

/// Waits until no job of the farm is in the queue, or nothing was delivered for a while although Slurm had
/// nothing to wait for. The queue can lie: a job may be gone with its controller, or stay for ever.
RoundEnd waitForRound(const Farm& farm, std::chrono::seconds stall, const StopSignals& signals) {
    using Clock = std::chrono::steady_clock;
    using namespace std::chrono_literals;
    const auto pause =
        std::clamp(std::chrono::milliseconds(farm.rounds.back().shards.size()), 500ms, 30'000ms);
    std::uintmax_t before = deliveredBytes(farm);
    Clock::time_point moved = Clock::now();
    Clock::time_point ran = moved;
    std::string told;
    QueueTrouble trouble;
    while (true) {
        const auto next = Clock::now() + pause;
        while (Clock::now() < next) {
            if (signals.level() > 0) return RoundEnd::Interrupted;
            std::this_thread::sleep_for(50ms);
        }
        const auto queue = slurm::queue(farm);
        trouble.note(queue);
        if (queue && queue->states.empty()) return RoundEnd::QueueIsEmpty;
        const std::uintmax_t now = deliveredBytes(farm);
        if (now != std::exchange(before, now)) moved = ran = Clock::now();
        if (!queue || !queue->isWaiting()) {
            if (Clock::now() - moved >= stall) return RoundEnd::Stalled;
            ran = Clock::now();
            continue;
        }
        // A busy cluster is not a reason to give up the place in its queue.
        moved = Clock::now();
        if (moved - ran < stall) continue;
        tellWaiting(*queue, told);
        ran = moved;
    }
}

}  // namespace

bool makeRound(Farm& farm, std::chrono::seconds patience, const StopSignals& signals, int& exitCode) {
    const std::optional<Settings> settings = loadFarmSettings(farm, exitCode);
    if (!settings) return false;
    const Result<std::unique_ptr<RunState>> state = awaitFarmState(*settings, patience, signals);
    const auto failed = [&exitCode](const Error& error) {
        exitCode = failCommand(error);
        return false;
    };
    if (!state) return failed(state.error());
    const Result<Deliveries> delivered = gather(farm, **state);
    if (!delivered) return failed(delivered.error());
    const std::optional<DealtRound> dealt = dealRound(farm, *settings, **state, signals.level(), exitCode);
    if (!dealt) return false;
    const FarmRound& round = dealt->round;
    if (round.units == 0) {
        print(fmt::format(
            "nothing is left to make: all {} outputs are as they would be made now{}\n", round.planned,
            dealt->failed == 0 ? "" : fmt::format(", or fail for what planning found ({})", dealt->failed)));
        exitCode = kDone;
        return false;
    }
    if (const Status written = writeScripts(farm); !written) return failed(written.error());
    print(fmt::format("round {}: {} of {} outputs in {} shard{}, in {}\n", round.number, round.units,
                      round.planned, round.shards.size(), round.shards.size() == 1 ? "" : "s",
                      roundFolder(farm.folder, round.number)));
    return true;
}

int submitRound(const Farm& farm, bool isDry) {
    const std::string folder = roundFolder(farm.folder, farm.rounds.back().number);
    if (isDry) {
        print(fmt::format("nothing is submitted; the scripts are\n  {}\n  {}\n",
                          slurm::shardScriptFile(folder), slurm::mergeScriptFile(folder)));
        return kDone;
    }
    const Result<slurm::Submitted> submitted = slurm::submit(farm);
    if (!submitted) return failCommand(submitted.error());
    print(fmt::format("array job {}, merge job {}\n", submitted->array, submitted->merge));
    return kDone;
}

int mergeFarm(const Farm& farm, const ReportFiles& reports) {
    int exitWith = kDone;
    std::optional<Settings> settings = loadFarmSettings(farm, exitWith);
    if (!settings) return exitWith;
    const std::string ownTrace = farm.folder + "/merge" + std::string(kTraceExtension);
    ExecutionOptions options;
    options.progress = "none";
    options.reports = reports;
    if (!reports.trace.empty()) {
        options.reports.trace = ownTrace;
        options.writtenLater = {{"trace", &reports.trace}};
    }
    options.remembers = true;
    options.strict = farm.facts.strict;
    options.gather = [&farm](RunState& state) { return gather(farm, state); };
    exitWith = execute(*settings, options);
    if (reports.trace.empty() || exitWith == kBadUsage) return exitWith;
    std::vector<std::string> traces = traceFiles(farm.folder, farm.rounds);
    traces.push_back(ownTrace);
    return writeJoinedTrace(reports.trace, traces) ? exitWith : kEnvironmentFailed;
}

int waitForFarm(const std::string& folder, std::chrono::seconds stall, const ReportFiles& reports,
                const StopSignals& signals) {
    const std::chrono::seconds patience = std::max<std::chrono::seconds>(stall, std::chrono::minutes(1));
    while (true) {
        Result<Farm> farm = readFarm(folder);
        if (!farm) return failCommand(farm.error());
        const RoundEnd end = waitForRound(*farm, stall, signals);
        if (end == RoundEnd::Interrupted) {
            complain(
                "the jobs go on; `rigkiln farm wait` waits for them again, `rigkiln farm cancel` ends them");
            return kInterrupted;
        }
        if (end == RoundEnd::Stalled) {
            complain(
                fmt::format("nothing was delivered for {} s: ending all jobs of the farm", stall.count()));
            if (const Status ended = slurm::cancel(*farm); !ended) complain(ended.error().text());
        }
        // The merge job may have submitted another round meanwhile.
        farm = readFarm(folder);
        if (!farm) return failCommand(farm.error());
        int exitWith = kDone;
        const bool isMissing =
            farm->rounds.size() < kMostRounds && makeRound(*farm, patience, signals, exitWith);
        if (!isMissing) return exitWith == kDone ? mergeFarm(*farm, reports) : exitWith;
        if (const int submitted = submitRound(*farm, false); submitted != kDone) return submitted;
    }
}

int tellFarm(const std::string& folder) {
    const Result<Farm> farm = readFarm(folder);
    if (!farm) return failCommand(farm.error());
    std::string text;
    for (const FarmRound& round : farm->rounds) {
        std::size_t delivered = 0;
        std::size_t whole = 0;
        std::size_t processes = 0;
        for (std::size_t shard = 1; shard <= round.shards.size(); ++shard) {
            Deliveries outputs;
            const Result<ResultsRead> read = readShardResults(
                shardResults(roundFolder(farm->folder, round.number), shard),
                {.unit = [&](std::string_view output, std::string_view /*record*/) { outputs.add(output); }},
                realDisk());
            if (!read) return failCommand(read.error());
            outputs.finish();
            delivered += outputs.size();
            processes += read->files;
            if (outputs.size() >= round.shards[shard - 1].units) ++whole;
        }
        text +=
            fmt::format("round {}: {} of {} outputs delivered, {} of {} shards whole, {} processes began\n",
                        round.number, delivered, round.units, whole, round.shards.size(), processes);
    }
    const auto queue = slurm::queue(*farm);
    if (!queue) {
        text += fmt::format("the queue is unknown: {}\n", queue.error().text());
    } else if (queue->states.empty()) {
        text += "no job is in the queue\n";
    } else {
        text += "in the queue:";
        for (const auto& [state, count] : queue->states)
            text += fmt::format(" {} {}", count, state);
        text += "\n";
        for (const auto& [reason, count] : queue->waiting)
            text += fmt::format("  waiting for {}: {}\n", reason, count);
    }
    print(text);
    return kDone;
}

}  // namespace rigkiln::cli
