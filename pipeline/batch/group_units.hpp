#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/batch/plan.hpp"

namespace rigkiln {

/// Units that are made of one asset, by their numbers in the plan: the same files, decoded, bound and
/// resampled in the same way. What differs is the export. They are read and converted once. Laws: never
/// empty; in the order of the plan.
using UnitGroup = std::vector<std::size_t>;

/// Every unit without a problem, in one group each; groups in the order of their first units.
[[nodiscard]] std::vector<UnitGroup> groupUnits(std::span<const PlannedUnit> units);

}  // namespace rigkiln
