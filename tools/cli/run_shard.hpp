#pragma once

#include <string>

#include "tools/cli/run_options.hpp"

namespace rigkiln::cli {

struct ShardArguments {
    std::string plan;   ///< folder of a round of a farm
    std::string shard;  ///< "3/16"
};

/// Makes the outputs of a shard that no process of it has delivered yet, and appends what becomes of them to
/// the results of the shard (docs/farm.md). Returns the exit code.
[[nodiscard]] int runShard(const ShardArguments& arguments, const ExecutionOptions& options);

}  // namespace rigkiln::cli
