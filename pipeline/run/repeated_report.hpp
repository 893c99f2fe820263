#pragma once

#include <cstddef>

#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Outcomes of a run, as the same run once more would have them.
struct RepeatedOutcomes {
    std::size_t unchanged = 0;           ///< units that are not tried again
    std::size_t converted = 0;           ///< units that fail while planning, each time
    std::size_t failed = 0;              ///< of both
    std::size_t failuresRemembered = 0;  ///< of the unchanged ones
};

/// Makes the report tell of its units as if the run were repeated: every unit that was made is Unchanged.
RepeatedOutcomes tellAsRepeated(RunReport& report);

}  // namespace rigkiln
