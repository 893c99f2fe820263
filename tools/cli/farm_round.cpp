#include "tools/cli/farm_round.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/farm/deal_units.hpp"
#include "pipeline/farm/farm_errors.hpp"
#include "pipeline/farm/shard_file.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/plan_mistakes.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

constexpr std::size_t kMostFarmBytes = std::size_t{256} << 20U;

/// The settings of a run that fail outputs with issues.
FailOn failOnOf(const Settings& settings, const FarmFacts& facts) {
    return {.warnings = settings.failOn.warnings || facts.strict, .ids = settings.failOn.ids};
}

Status writeShards(const Plan& plan, const std::vector<ShardUnits>& shards, const UnitCosts& costs,
                   const ShardFacts& common, const std::string& folder) {
    std::error_code code;
    std::filesystem::create_directories(std::filesystem::path(shardFile(folder, 1)).parent_path(), code);
    if (code) return systemError(kCannotWrite, folder, "make the folder", code.value());
    std::mutex mutex;
    Status written = Done{};
    runOnThreads(shards.size(), [&](std::size_t i) {
        ShardFacts facts = common;
        facts.number = i + 1;
        facts.count = shards.size();
        LongTextFile file(shardFile(folder, i + 1));
        writeShard(plan, shards[i].units, costs, facts,
                   [&file](std::string_view text) { file.append(text); });
        Status status = file.write();
        const std::lock_guard lock(mutex);
        if (!status) written = std::move(status);
    });
    return written;
}

}  // namespace

Result<Farm> readFarm(const std::string& folder) {
    Farm farm{.folder = std::filesystem::absolute(folder).lexically_normal().string()};
    if (farm.folder.size() > 1 && farm.folder.ends_with('/')) farm.folder.pop_back();
    const std::string path = farmFile(farm.folder);
    const Result<std::string> text = readTextFile(path, kMostFarmBytes);
    if (!text && text.error().is(kNotFound))
        return usageError(folder,
                          "has no farm.json; `rigkiln farm plan` and `rigkiln farm submit` make a farm");
    if (!text) return text.error();
    Result<FarmFacts> facts = farmFactsFrom(*text);
    if (!facts) return inFile(path, facts.error());
    farm.facts = *std::move(facts);
    if (farm.facts.program != version()) {
        return kOtherProgram.in(path, fmt::format("was made by rigkiln {}, and this is {}; make a new farm",
                                                  farm.facts.program, version()));
    }
    while (true) {
        const std::string roundPath = roundFile(roundFolder(farm.folder, farm.rounds.size() + 1));
        const Result<std::string> round = readTextFile(roundPath, kMostFarmBytes);
        if (!round && round.error().is(kNotFound)) return farm;
        if (!round) return round.error();
        Result<FarmRound> read = farmRoundFrom(*round);
        if (!read) return inFile(roundPath, read.error());
        farm.rounds.push_back(*std::move(read));
    }
}

std::optional<Settings> loadFarmSettings(const Farm& farm, int& exitCode) {
    std::optional<Settings> settings =
        loadConfiguration(farm.facts.configuration, farm.facts.definitions, exitCode);
    if (settings && settings->state.folder.empty()) settings->state.folder = farm.folder + "/state";
    return settings;
}

Result<Deliveries> gather(const Farm& farm, RunState& state) {
    Deliveries deliveries;
    // Written when everything was there, and before anybody was told.
    const std::string first = roundFile(roundFolder(farm.folder, 1));
    const DiskResult<FileStatus> dealt = realDisk().lookAt(Disk::kNoFolder, first, Links::Follow);
    deliveries.setBegan(
        {.seconds = dealt.value.modifiedSeconds, .nanoseconds = dealt.value.modifiedNanoseconds});
    for (const FarmRound& round : farm.rounds) {
        const Status gathered =
            gatherResults(roundFolder(farm.folder, round.number), round, state, deliveries, realDisk());
        if (!gathered) return gathered.error();
    }
    state.flush();
    if (const std::optional<Error> problem = state.problem()) return *problem;
    deliveries.finish();
    return deliveries;
}

std::optional<DealtRound> dealRound(Farm& farm, const Settings& settings, RunState& state,
                                    const std::atomic<int>& stopLevel, int& exitCode) {
    const std::unique_ptr<SeenFiles> seen = state.seenFiles();
    const Result<Plan> plan = makePlan(
        {.settings = settings, .registries = registries(), .stopLevel = &stopLevel, .seen = seen.get()});
    if (!plan) {
        exitCode = failCommand(plan.error());
        return std::nullopt;
    }
    exitCode = plan->interrupted ? kInterrupted : kBadUsage;
    if (plan->interrupted || complainOfMistakes(*plan)) return std::nullopt;
    const FailOn failOn = failOnOf(settings, farm.facts);
    ArtFiles files({.registries = registries(), .archives = plan->archives});
    UnitCosts costs(plan->units);
    std::vector<bool> isFresh(plan->units.size());
    static_cast<void>(findFreshUnits(
        *plan, state, files, failOn, {},
        [&](std::size_t unit, const UnitRecord&) {
            isFresh[unit] = true;
            return true;
        },
        RowAccess::Sequence,
        [&](std::size_t unit, const UnitRecord& record, const Verdict& verdict) {
            costs.learn(unit, record, verdict.freshness != Freshness::RecipeChanged);
        }));
    DealtRound dealt{.round = {.number = farm.rounds.size() + 1, .planned = plan->units.size()}};
    std::vector<std::uint32_t> units;
    for (std::uint32_t unit = 0; unit < plan->units.size(); ++unit) {
        if (plan->units.problem(unit) != nullptr) {
            ++dealt.failed;
        } else if (!isFresh[unit]) {
            units.push_back(unit);
        }
    }
    const std::vector<ShardUnits> shards =
        dealUnits(plan->units, units, costs, farm.facts.shards, realDisk());
    dealt.round.units = units.size();
    for (const ShardUnits& shard : shards)
        dealt.round.shards.push_back({.units = shard.units.size(), .cost = shard.cost});
    if (units.empty()) return dealt;
    const std::string folder = roundFolder(farm.folder, dealt.round.number);
    const ShardFacts common{.program = std::string(version()),
                            .configuration = plan->configuration,
                            .failOn = failOn,
                            .state = plan->state,
                            .cache = plan->cache,
                            .hasMembers = plan->hasMembers,
                            .traces = farm.facts.traces};
    Status written = writeShards(*plan, shards, costs, common, folder);
    if (written) written = writeTextFile(roundFile(folder), toJsonText(dealt.round));
    if (!written) {
        exitCode = failCommand(written.error());
        return std::nullopt;
    }
    farm.rounds.push_back(dealt.round);
    exitCode = kDone;
    return dealt;
}

}  // namespace rigkiln::cli
