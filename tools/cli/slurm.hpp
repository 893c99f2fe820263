#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "tools/cli/farm_round.hpp"

/// Slurm's commands, as `farm` uses them. Everything is asked for in formats of our own, because those of
/// the commands depend on versions, settings and environment variables.
namespace rigkiln::cli::slurm {

/// Name of all jobs of a farm: by it they are found again, also if the ids were lost with the controller.
[[nodiscard]] std::string jobName(const Farm& farm);

/// Script of the array of jobs that run the shards of the last round, and of the job that joins what they
/// delivered, whatever became of them.
[[nodiscard]] std::string shardScript(const Farm& farm, const std::string& program);
[[nodiscard]] std::string mergeScript(const Farm& farm, const std::string& program);
[[nodiscard]] std::string shardScriptFile(const std::string& roundFolder);
[[nodiscard]] std::string mergeScriptFile(const std::string& roundFolder);

/// Ids that the controller gave.
struct Submitted {
    std::string array{};
    std::string merge{};
};
/// Submits the scripts of the last round. Fails with kSlurmFailed and what sbatch said.
[[nodiscard]] Result<Submitted> submit(const Farm& farm);

/// Returns how many shards an array of jobs of the cluster may have; nothing when Slurm does not say.
[[nodiscard]] std::optional<std::size_t> mostShards();

/// Jobs of a farm that are in the queue, each element of an array as one.
struct Queue {
    std::map<std::string, std::size_t> states{};   ///< how many by state ("PENDING", "RUNNING")
    std::map<std::string, std::size_t> waiting{};  ///< those that Slurm will start, by what they wait for

    /// Whether no job runs, and Slurm will start some: when nodes are free, drained ones are resumed, or it
    /// is the time. Neither is said of jobs that wait for other jobs, that are held, or that no node can run.
    [[nodiscard]] bool isWaiting() const { return !waiting.empty() && !states.contains("RUNNING"); }
};
/// Asks Slurm. Fails with kSlurmFailed.
[[nodiscard]] Result<Queue> queue(const Farm& farm);

/// Ends all jobs of the farm, waiting and running ones.
[[nodiscard]] Status cancel(const Farm& farm);

}  // namespace rigkiln::cli::slurm
