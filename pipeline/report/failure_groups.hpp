#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// One thing that failed: a source file, an output, or a folder or file that could not be examined.
struct Failure {
    std::string path{};
    std::optional<Error> error{};
    FailurePhase phase = FailurePhase::Planning;
    std::string format{};                ///< id of the format of the source; empty if nothing was recognised
    std::size_t sizeBytes = 0;           ///< of the sources involved
    std::optional<std::size_t> unit{};   ///< number in the plan
    std::optional<std::size_t> input{};  ///< number in UnitReport::inputs of the source at fault

    /// Returns the path and the problem, in which the path is not repeated.
    [[nodiscard]] std::string text() const;
};

/// Failures with the same cause: the same code, phase and format, and the same issue where one is not
/// allowed. Law: count is at least 1.
struct FailureGroup {
    std::size_t count = 0;
    Failure example{};  ///< the one with the fewest bytes of sources, then the first by path
};

/// Returns every failure of the run once: a source that fails several outputs in the same way counts once,
/// and an output without a source at fault counts for itself. The largest group first, equal ones by code,
/// phase and format.
[[nodiscard]] std::vector<FailureGroup> failureGroups(const RunReport& report);

}  // namespace rigkiln
