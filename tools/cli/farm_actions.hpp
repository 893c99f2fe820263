#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "tools/cli/farm_round.hpp"
#include "tools/cli/report_files.hpp"
#include "tools/cli/stop_signals.hpp"

namespace rigkiln::cli {

/// Rounds that are submitted without being asked for again.
inline constexpr std::size_t kMostRounds = 4;

/// Gathers what there is, deals what is missing to the shards of the next round, and writes its scripts.
/// Without a round, `exitCode` is the exit code to use: kDone where nothing is missing. Waits up to
/// `patience` for another process that has the state, such as a merge job that outlives the daemon above it.
[[nodiscard]] bool makeRound(Farm& farm, std::chrono::seconds patience, const StopSignals& signals,
                             int& exitCode);

/// Gives the last round to Slurm, or says where its scripts are. Returns the exit code.
[[nodiscard]] int submitRound(const Farm& farm, bool isDry);

/// Joins what was delivered, as a run that converts nothing. Returns the exit code of a run that made all.
[[nodiscard]] int mergeFarm(const Farm& farm, const ReportFiles& reports);

/// Waits for the jobs of the farm, submits what is missing, and merges. Trusts what is on the disk, not the
/// queue: when no job is left, or nothing was delivered for as long as `stall`, it looks what is missing. The
/// time in which no job runs and Slurm is going to start some (nodes are busy or drained) does not count.
[[nodiscard]] int waitForFarm(const std::string& folder, std::chrono::seconds stall,
                              const ReportFiles& reports, const StopSignals& signals);

/// Prints how much is delivered, and what is in the queue.
[[nodiscard]] int tellFarm(const std::string& folder);

}  // namespace rigkiln::cli
