#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

struct IssueTotal {
    std::string id;
    Severity severity = Severity::Information;
    std::string sentence;
    std::size_t occurrences = 0;
    std::size_t units = 0;  ///< number of outputs with this issue
};

/// A texture that models need and that was not found.
struct MissingTexture {
    static constexpr std::size_t kFoldersKept = 16;

    std::string name;                    ///< base name, case folded
    std::size_t models = 0;              ///< number of source files that need it
    std::vector<std::string> folders{};  ///< folders searched, sorted, at most kFoldersKept
    std::size_t folderCount = 0;
};

/// Returns the most frequent issue first; issues of equal frequency by id.
[[nodiscard]] std::vector<IssueTotal> issueTotals(const RunReport& report);
/// Returns the texture needed by most models first; equal ones by name.
[[nodiscard]] std::vector<MissingTexture> missingTextures(const RunReport& report);

}  // namespace rigkiln
