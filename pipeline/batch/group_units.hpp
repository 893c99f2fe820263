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

/// Takes one of each of so many equal parts of the row in turn, each part in its order. Neighbours often
/// share textures, and while one thread converts an image, whoever else wants it waits: so those that run at
/// the same time should not be neighbours.
void dealParts(std::span<UnitGroup> groups, std::size_t parts);

}  // namespace rigkiln
