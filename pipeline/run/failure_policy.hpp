#pragma once

#include <optional>
#include <string>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/report/report_parts.hpp"
#include "pipeline/report/unit_report.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Returns why a unit fails although it could be written: the first of its issues that `failOn` names. The
/// error is about `source`, and its place begins with the id of the issue.
[[nodiscard]] std::optional<Error> policyProblem(const Diagnostics& diagnostics, const FailOn& failOn,
                                                 const std::string& source);

/// Whether a failure to write one output is one of all outputs below its root: the disk takes no file, or the
/// root cannot be made or opened. Not so for a single file or a folder below, whose owner may be another
/// user.
[[nodiscard]] bool concernsAllOutputs(const Error& error, const std::string& root);

/// Returns the error with the free space of the disk that it is about.
[[nodiscard]] StopReport stopReport(const Error& error, Disk& disk);

/// Whether the file of an earlier run is in the place of a unit that failed. It is no longer made from its
/// source, which nothing else in the output folder shows.
[[nodiscard]] bool hasFileFromBefore(const UnitReport& failed, Disk& disk);

}  // namespace rigkiln
