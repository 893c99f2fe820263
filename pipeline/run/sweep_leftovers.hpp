#pragma once

#include <cstddef>

#include "pipeline/files/disk.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

/// Removes the temporary files of killed runs of a state from the folders of all outputs that the plan or the
/// state knows. Only files of runs that held the lock of the state: no run that lives has such names, on
/// whichever machine. Follows no link below an output folder. Returns the number of removed files.
std::size_t removeLeftovers(const Plan& plan, RunState& state, Disk& disk);

}  // namespace rigkiln
