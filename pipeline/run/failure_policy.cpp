#include "pipeline/run/failure_policy.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "pipeline/report/report_errors.hpp"

namespace rigkiln {

std::optional<Error> policyProblem(const Diagnostics& diagnostics, const FailOn& failOn,
                                   const std::string& source) {
    if (!failOn.warnings && failOn.ids.empty()) return std::nullopt;
    for (const Issue& issue : diagnostics.issues()) {
        const std::string id(issue.kind->id);
        const bool isNamed = std::ranges::find(failOn.ids, id) != failOn.ids.end();
        const bool isWarning = failOn.warnings && issue.kind->severity != Severity::Information;
        if (!isNamed && !isWarning) continue;
        const std::string place = issue.where.empty() ? id : fmt::format("{}: {}", id, issue.where);
        const std::string details = issue.details.empty() ? "" : fmt::format(" ({})", issue.details);
        Error error = kIssueNotAllowed.in(
            source, fmt::format("{}{}; {}", issue.kind->sentence, details,
                                isNamed ? "fail_on does not allow this" : "--strict allows no warning"));
        return atPlace(place, std::move(error));
    }
    return std::nullopt;
}

}  // namespace rigkiln
