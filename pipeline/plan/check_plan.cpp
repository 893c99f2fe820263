#include "pipeline/plan/check_plan.hpp"

#include <cstddef>
#include <map>
#include <string>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/plan_errors.hpp"

namespace rigkiln {
namespace {

/// "no scan finds a file", or "12 files are left out: 10 not a known format, 2 empty file".
std::string leftOut(const Plan& plan) {
    if (plan.ignored.empty()) return "no scan finds a file";
    std::map<std::string, std::size_t> byKind;
    for (const IgnoredFile& file : plan.ignored)
        ++byKind[file.description];
    constexpr std::size_t kMostKinds = 5;
    std::string text;
    std::size_t shown = 0;
    for (const auto& [kind, count] : byKind) {
        if (++shown > kMostKinds) break;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, quote(kind));
    }
    if (byKind.size() > kMostKinds) text += ", ...";
    return fmt::format("nothing is to convert in the files that the scans find: {}", text);
}

}  // namespace

std::vector<Error> mistakesIn(const Plan& plan) {
    std::vector<Error> mistakes = plan.emptyScans;
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        const Error* problem = plan.units.problem(unit);
        if (problem != nullptr && problem->is(kOutputTaken)) mistakes.push_back(*problem);
    }
    if (mistakes.empty() && plan.units.empty() && plan.environment.empty())
        mistakes.push_back(kNoUnit.in(plan.configuration, leftOut(plan)));
    return mistakes;
}

}  // namespace rigkiln
