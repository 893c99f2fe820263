#pragma once

#include <vector>

#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln {

/// Sorts the units by output and gives each output path to one unit. The others get a problem, as does a unit
/// that would overwrite a source, by whatever path. A unit whose source has the extension of the output's
/// kind gives way to another source of the same name, because it was most likely written from that one. Such
/// units are removed and their sources returned.
[[nodiscard]] std::vector<IgnoredFile> settleOutputs(UnitTable& units, const Registries& registries,
                                                     Disk& disk);

}  // namespace rigkiln
