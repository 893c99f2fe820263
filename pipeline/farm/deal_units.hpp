#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pipeline/files/disk.hpp"
#include "pipeline/plan/unit_table.hpp"
#include "pipeline/run/unit_costs.hpp"

namespace rigkiln {

/// Units of one shard, in the order of the plan.
struct ShardUnits {
    std::vector<std::uint32_t> units{};
    double cost = 0;  ///< expected, in bytes of estimated memory as UnitCosts::weight
};

/// Deals units to shards of about equal cost: at most `shards`, none of them empty. `units` are rows of the
/// table in ascending order.
///
/// Units that are made from one reading of a file are never parted. Units of one folder, or of one archive,
/// stay together in pieces of up to an eighth of a shard: they share textures, and the archive is opened
/// once. With five shards or more, a fifth of them are small: they get the last tenth of the cost, and come
/// last, so that they fill the time until the slowest of the others ends. n log n in the number of units.
[[nodiscard]] std::vector<ShardUnits> dealUnits(const UnitTable& table,
                                                const std::vector<std::uint32_t>& units,
                                                const UnitCosts& costs, std::size_t shards, Disk& disk);

}  // namespace rigkiln
