#include "pipeline/report/exit_code.hpp"

#include <algorithm>
#include <optional>

#include "pipeline/report/run_report.hpp"
#include "pipeline/report/unit_report.hpp"

namespace rigkiln {
namespace {

int exitCodeOf(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Input:
            return 1;
        case ErrorKind::Configuration:
            return 2;
        case ErrorKind::Environment:
            return 3;
        case ErrorKind::Internal:
            return 4;
    }
    return 4;
}

/// Exit code of one failure in a run that did start. A configuration error in one unit (two outputs with the
/// same path) counts as that unit's failure.
int exitCodeOfFailure(const std::optional<Error>& error) {
    if (!error || error->kind() == ErrorKind::Configuration) return 1;
    return exitCodeOf(error->kind());
}

}  // namespace

int exitCodeOfFailures(const UnitReport& unit) {
    int code = 0;
    if (unit.status == UnitStatus::Failed) code = std::max(code, exitCodeOfFailure(unit.error));
    if (unit.status == UnitStatus::Cancelled) code = std::max(code, 1);
    for (const InputReport& input : unit.inputs) {
        if (input.status == InputStatus::Failed) code = std::max(code, exitCodeOfFailure(input.error));
    }
    const bool isAnyLost = std::ranges::any_of(
        unit.issues, [](const IssueReport& issue) { return issue.severity == Severity::Error; });
    if (isAnyLost) code = std::max(code, 1);
    return code;
}

int exitCode(const RunReport& report) {
    if (report.interrupted) return 130;
    int code = report.stored == nullptr ? 0 : report.stored->facts().exitCode;
    for (const UnitReport& unit : report.units)
        code = std::max(code, exitCodeOfFailures(unit));
    if (report.stopped) code = std::max(code, exitCodeOf(report.stopped->error.kind()));
    for (const EnvironmentReport& problem : report.environment)
        code = std::max(code, exitCodeOf(problem.error.kind()));
    return code;
}

int exitCode(const Error& error) {
    return exitCodeOf(error.kind());
}

}  // namespace rigkiln
