#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/plan/unit_table.hpp"

namespace rigkiln {

/// Units that are made from one asset, as numbers in the plan: their files are the same, and so is everything
/// done to them except the export. They are read and converted only once. Laws: never empty; in the order of
/// the plan.
using UnitGroup = std::vector<std::size_t>;

/// Puts every unit without a problem into one group. Groups are in the order of their first units.
[[nodiscard]] std::vector<UnitGroup> groupUnits(const UnitTable& units);

/// Splits the row into `parts` equal parts and reorders it by taking one group of each part in turn.
/// Neighbours often share textures, and a thread waits for an image that another thread is converting. Groups
/// that run at the same time should therefore not be neighbours.
void dealParts(std::span<UnitGroup> groups, std::size_t parts);

}  // namespace rigkiln
