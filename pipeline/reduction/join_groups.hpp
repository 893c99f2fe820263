#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {

/// Number of groups of different reach of which all pairs are compared.
inline constexpr std::size_t kMostGroupsCompared = 1024;

/// Joins groups as long as that saves bytes: again and again the pair that saves most, of equal ones the
/// first. A joined group takes the place of the first of its groups. Groups of equal reach, which are many
/// where many nodes move alike, join without a comparison: no other partner can save more.
///
/// Beyond kMostGroupsCompared the work would grow with the square of their number. Groups then first join
/// within blocks of groups whose keys are alike, in rounds, until few enough are left or hardly any join.
void joinGroups(std::vector<KeyGroup>& groups);

}  // namespace rigkiln::reduction
