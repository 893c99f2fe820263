#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "pipeline/report/report_totals.hpp"
#include "pipeline/report/unit_report.hpp"

namespace rigkiln {

/// Why a summary looks at a unit besides its sums.
enum class UnitTrait : std::uint8_t {
    Any = 0,      ///< also units without the others, where their sums are not enough
    Failure = 1,  ///< it failed or was cancelled, or an input of it
    Issues = 2,
    MissingTextures = 4,
    Reductions = 8,
};

/// Sums over the units of a run that are not in RunReport::units.
struct StoredFacts {
    std::map<std::string, ReportTotals> byFormat{};  ///< by id of the format
    std::size_t models = 0;                          ///< number of source files that are models
    std::optional<double> positionError{};           ///< largest of all
    int exitCode = 0;                                ///< highest of those of failures
    std::size_t bytesRead = 0;     ///< of all units, also the others, without what an earlier run did
    bool isAnyRemembered = false;  ///< an earlier run, or the cache, did some unit, also of the others
    bool areAllRemembered = true;  ///< an earlier run did every unit that was planned
};

/// Reports of units that are too many to be in memory together. They come out as values, in the order of the
/// plan.
class StoredUnits {
public:
    using Visit = std::function<void(std::size_t number, UnitReport& unit)>;

    StoredUnits() = default;
    virtual ~StoredUnits() = default;
    StoredUnits(const StoredUnits&) = delete;
    StoredUnits& operator=(const StoredUnits&) = delete;

    /// Sums over the units that do not count among the others.
    [[nodiscard]] virtual const StoredFacts& facts() const = 0;
    /// Visits the units that do not count among the others and have the trait. May change a visited unit.
    virtual void forEach(UnitTrait trait, const Visit& visit) const = 0;
    /// Visits every unit of the run. Precondition: the run kept them all.
    virtual void forEachOfAll(const Visit& visit) const = 0;
    /// Returns a unit that `forEach` visits, by its number in the plan.
    [[nodiscard]] virtual UnitReport unit(std::size_t number) const = 0;
    /// Main file and first source of any unit of the plan.
    struct Name {
        std::string output{};
        std::string source{};
    };
    [[nodiscard]] virtual Name nameOf(std::size_t number) const = 0;
    [[nodiscard]] virtual std::size_t plannedUnits() const = 0;
};

}  // namespace rigkiln
