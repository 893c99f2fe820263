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

/// Returns how many jobs of the farm are in the queue by state ("PENDING", "RUNNING"), each element of an
/// array as one. Fails with kSlurmFailed.
[[nodiscard]] Result<std::map<std::string, std::size_t>> queue(const Farm& farm);

/// Ends all jobs of the farm, waiting and running ones.
[[nodiscard]] Status cancel(const Farm& farm);

}  // namespace rigkiln::cli::slurm
