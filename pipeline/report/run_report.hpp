#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/report/report_parts.hpp"
#include "pipeline/report/report_totals.hpp"
#include "pipeline/report/stored_units.hpp"
#include "pipeline/report/unit_report.hpp"

namespace rigkiln {

/// Everything a run did. Laws: units are sorted by output, then by path of the first input; every planned
/// unit occurs once, in `units` or in `stored`, or counts among the others. When the run is over, nothing is
/// Pending; the functions below require that.
struct RunReport {
    std::string version{};                   ///< version of the program
    std::string configuration{};             ///< configuration file of the run; may be empty
    std::string optionsDigest{};             ///< of all recipes; only when the caller asks for it
    std::optional<std::string> started{};    ///< start time; only when the caller asks for it
    std::vector<std::string> outputRoots{};  ///< folders that the outputs are below; sorted, each once
    std::vector<UnitReport> units{};
    /// Instead of `units`, for runs with more units than these may hold; else null. The plan must outlive it.
    std::shared_ptr<const StoredUnits> stored{};
    /// Plain units that are told by their sums: those that a run of a part does not plan, and those that are
    /// not in `stored`, or are there for report files only.
    std::optional<UnlistedUnits> others{};
    /// Returns the digest of the recipe of a stored unit, by its number; empty unless the caller asks for
    /// them.
    std::function<std::string(std::size_t number)> recipeOf{};
    std::vector<IgnoredReport> ignored{};
    std::vector<EnvironmentReport> environment{};
    std::optional<StateReport> state{};        ///< only for runs with a state
    std::optional<CacheReport> cache{};        ///< only for runs with a cache
    std::optional<VanishedReport> vanished{};  ///< only if there are any
    std::optional<StopReport> stopped{};
    std::optional<SinceReport> since{};           ///< if the caller compares with an earlier run
    std::optional<SelectionReport> onlyFailed{};  ///< if the caller chose the outputs by an earlier run
    bool interrupted = false;
    double wallMilliseconds = 0;
    std::size_t peakReservedBytes = 0;
};

/// Visits the units that do not count among the others, in the order of the plan; of stored ones only those
/// with the trait. `visit` gets a unit, which is valid for the time of the call, and its number in the plan.
template <class Visit>
void forEachUnit(const RunReport& report, UnitTrait trait, const Visit& visit) {
    for (std::size_t number = 0; number < report.units.size(); ++number)
        visit(report.units[number], number);
    if (report.stored == nullptr) return;
    report.stored->forEach(trait,
                           [&visit](std::size_t number, const UnitReport& unit) { visit(unit, number); });
}

/// Likewise every unit of the run, for report files. Precondition: the run kept them all.
template <class Visit>
void forEachReportedUnit(const RunReport& report, const Visit& visit) {
    for (std::size_t number = 0; number < report.units.size(); ++number)
        visit(report.units[number], number);
    if (report.stored == nullptr) return;
    report.stored->forEachOfAll([&](std::size_t number, UnitReport& unit) {
        if (report.recipeOf) unit.recipe = report.recipeOf(number);
        visit(static_cast<const UnitReport&>(unit), number);
    });
}

/// Returns a unit that `forEachUnit` visits.
[[nodiscard]] UnitReport unitAt(const RunReport& report, std::size_t number);

[[nodiscard]] ReportTotals totals(const RunReport& report);
/// Returns the number of all units, also of those that are not listed.
[[nodiscard]] std::size_t unitCount(const RunReport& report);
/// Returns the totals per id of the format.
[[nodiscard]] std::map<std::string, ReportTotals> totalsByFormat(const RunReport& report);

}  // namespace rigkiln
