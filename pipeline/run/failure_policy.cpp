#include "pipeline/run/failure_policy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/plan/plan_errors.hpp"
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

bool concernsAllOutputs(const Error& error, const std::string& root) {
    if (isAboutTheDisk(error)) return true;
    const bool isRoot = error.file == root || root.starts_with(error.file + "/");
    return error.kind() == ErrorKind::Environment && isRoot;
}

StopReport stopReport(const Error& error, Disk& disk) {
    std::string path = error.file;
    DiskResult<std::uint64_t> free = disk.freeBytes(path);
    // The file is not there yet, and its folder may not be.
    while (!free && path.size() > 1 && path.find('/') != std::string::npos) {
        path.resize(std::max<std::size_t>(path.rfind('/'), 1));
        free = disk.freeBytes(path);
    }
    return {error, free ? std::optional(free.value) : std::nullopt};
}

bool hasFileFromBefore(const UnitReport& failed, Disk& disk) {
    // A file in the place of these belongs to another unit, or is a source.
    if (failed.error->is(kOutputTaken) || failed.error->is(kOutputIsSource)) return false;
    const DiskResult<FileStatus> there = disk.lookAt(Disk::kNoFolder, failed.output, Links::Refuse);
    return there && there.value.type == FileType::File;
}

}  // namespace rigkiln
