#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pipeline/batch/plan.hpp"

namespace rigkiln {

/// Sorts the units by output, and lets each output path have one: the others get a problem, as does a unit
/// that would overwrite a source. A source of the kind that is written makes way for another source of its
/// name: most likely it was written from that one before. Such units are taken out, and their sources
/// returned.
[[nodiscard]] std::vector<SourceFile> settleOutputs(std::vector<PlannedUnit>& units,
                                                    const std::function<bool(const std::string&)>& isSource);

}  // namespace rigkiln
