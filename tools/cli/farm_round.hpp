#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/farm/farm_folder.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln::cli {

/// A farm as its folder has it.
struct Farm {
    std::string folder{};  ///< absolute
    FarmFacts facts{};
    std::vector<FarmRound> rounds{};  ///< in their order
};

/// Reads a farm. Fails if there is none, or another version of the program made it.
[[nodiscard]] Result<Farm> readFarm(const std::string& folder);

/// Loads the configuration of a farm, with a state: that of the configuration, else FOLDER/state. When there
/// are problems they go to standard error, nothing is returned, and `exitCode` is the exit code to use.
[[nodiscard]] std::optional<Settings> loadFarmSettings(const Farm& farm, int& exitCode);

/// Puts everything that the shards of all rounds delivered into the state.
[[nodiscard]] Result<Deliveries> gather(const Farm& farm, RunState& state);

/// What is left to do, dealt to shards.
struct DealtRound {
    FarmRound round{};
    std::size_t failed = 0;  ///< outputs that fail while planning, in no shard
};

/// Plans, leaves out what the state knows as it would be made now, and writes the next round of the farm: the
/// files of its shards, then that which says how many they are. A round without units is not written. When
/// there are problems they are told, nothing is returned, and `exitCode` is the exit code to use.
[[nodiscard]] std::optional<DealtRound> dealRound(Farm& farm, const Settings& settings, RunState& state,
                                                  const std::atomic<int>& stopLevel, int& exitCode);

}  // namespace rigkiln::cli
