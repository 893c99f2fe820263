#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln::swat3 {

inline constexpr ErrorCode kRuleBrokenInFile{
    "format.breaks-rule", ErrorKind::Input,
    "the file can be read and breaks a rule of its format; option strict refuses such files"};

/// Oddity of a file that can still be read. There is one per kind and file, with its first place and the
/// number of occurrences.
struct Finding {
    const IssueKind* kind = nullptr;  ///< from the catalogue in swat3_issues.hpp
    std::string where{};              ///< the first place: "run[3].bone"
    std::string details{};            ///< stored value and limit
    std::size_t occurrences = 1;
    /// Whether it breaks a rule stated by the descriptions of the format. Strict callers refuse such a file.
    /// Of several possible readings, the one that breaks the fewest rules is taken.
    bool breaksRule = false;

    bool operator==(const Finding&) const = default;
};

/// Treatment of a readable file that breaks a rule. The rules come from descriptions, so the file is trusted
/// more than them by default.
enum class Strictness : std::uint8_t {
    Lenient,  ///< read the file and report the rule as an issue
    Strict,   ///< refuse the file
};

/// Number of findings that break a rule.
[[nodiscard]] std::size_t countBrokenRules(const std::vector<Finding>& findings);

/// Returns the first broken rule as the error for strict callers.
[[nodiscard]] std::optional<Error> findBrokenRule(const std::vector<Finding>& findings);

/// Reports each finding as an issue; its details mention further occurrences.
void report(const std::vector<Finding>& findings, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
