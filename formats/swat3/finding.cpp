#include "formats/swat3/finding.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace rigkiln::swat3 {

std::size_t countBrokenRules(const std::vector<Finding>& findings) {
    return static_cast<std::size_t>(std::ranges::count(findings, true, &Finding::breaksRule));
}

std::optional<Error> findBrokenRule(const std::vector<Finding>& findings) {
    const auto broken = std::ranges::find(findings, true, &Finding::breaksRule);
    if (broken == findings.end()) return std::nullopt;
    return kRuleBrokenInFile.at(broken->where,
                                fmt::format("{} ({})", broken->details, broken->kind->sentence));
}

void report(const std::vector<Finding>& findings, Diagnostics& diagnostics) {
    for (const Finding& finding : findings) {
        const std::size_t others = finding.occurrences - 1;
        std::string details = finding.details;
        if (others > 0) details += fmt::format("{}and {} more like it", details.empty() ? "" : "; ", others);
        diagnostics.add(*finding.kind, finding.where, std::move(details));
    }
}

}  // namespace rigkiln::swat3
