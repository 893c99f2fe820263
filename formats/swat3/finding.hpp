#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln::swat3 {

/// What is odd about a file that can be read all the same. One per kind and file: the first place, and how
/// often it was met.
struct Finding {
    const IssueKind* kind = nullptr;  ///< of the catalogue in swat3_issues.hpp
    std::string where{};              ///< the first place: "run[3].bone"
    std::string details{};            ///< what stands there, with value and limit
    std::size_t occurrences = 1;
    /// A rule that the descriptions of the format state is broken. Callers that are strict refuse the file;
    /// the reading of a file with the fewest of these is the right one.
    bool breaksRule = false;

    bool operator==(const Finding&) const = default;
};

/// What becomes of a file that can be read and breaks a rule. The rules come from descriptions and not from
/// files, so that a file is believed before they are.
enum class Strictness : std::uint8_t {
    Lenient,  ///< it is read, and the rule is an issue
    Strict,   ///< it is refused
};

/// How many of these break a rule.
[[nodiscard]] std::size_t countBrokenRules(const std::vector<Finding>& findings);

/// The first rule that is broken, as the failure that it is to strict callers.
[[nodiscard]] std::optional<Error> findBrokenRule(const std::vector<Finding>& findings);

/// Makes an issue of each; further occurrences are counted in its details.
void report(const std::vector<Finding>& findings, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
