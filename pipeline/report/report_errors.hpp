#pragma once

#include <array>

#include "pipeline/base/error.hpp"

namespace rigkiln {

/// `place` of such an error begins with the id of the issue.
inline constexpr ErrorCode kIssueNotAllowed{
    "policy.issue", ErrorKind::Input,
    "the output has an issue that --strict or fail_on does not allow; it was not written"};

inline constexpr ErrorCode kDamagedReport{
    "report.damaged", ErrorKind::Configuration,
    "the file is no report of an earlier run, or only a part of one; nothing was converted"};
inline constexpr ErrorCode kOtherReportVersion{
    "report.other-version", ErrorKind::Configuration,
    "the report of an earlier run has a version that this program does not read; nothing was converted"};

inline constexpr std::array kReportErrors = {&kIssueNotAllowed, &kDamagedReport, &kOtherReportVersion};

/// Returns the id of the issue for an error of the code kIssueNotAllowed; empty for others.
[[nodiscard]] inline std::string_view issueNotAllowed(const Error& error) {
    if (!error.is(kIssueNotAllowed)) return {};
    return std::string_view(error.place).substr(0, error.place.find(':'));
}

}  // namespace rigkiln
