#pragma once

#include <cstddef>
#include <cstdint>

#include "pipeline/files/paged_rows.hpp"
#include "pipeline/plan/unit_table.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Memory and time that the units of a plan are expected to take: what they took when they were last
/// converted, where an earlier run remembers it, and estimates from the sizes of their files for all others.
class UnitCosts {
public:
    /// `units` must outlive this.
    explicit UnitCosts(const UnitTable& units) : units_(units) {}

    /// Takes what a unit that has to be converted again took the last time. `isSameRecipe`: it is made in the
    /// same way as then. Precondition: units come in ascending order, each at most once.
    void learn(std::size_t unit, const UnitRecord& last, bool isSameRecipe);

    /// Returns the memory to reserve: with a margin what the unit took, more if its sources have grown, and
    /// no less than the estimate if it is made in another way; without a last time the estimate.
    [[nodiscard]] std::size_t bytes(std::size_t unit) const;
    /// Returns what decides which unit starts first, as bytes of estimated memory: the time that it took, at
    /// the rate of all units of which the time is known; without a last time the estimate.
    [[nodiscard]] std::size_t weight(std::size_t unit) const;

private:
    /// Twelve bytes, of which a run that converts everything again has one for each unit.
    struct Known {
        std::uint32_t unit = 0;
        float bytes = 0;
        float milliseconds = 0;  ///< 0: not known
    };
    [[nodiscard]] const Known* find(std::size_t unit) const;

    const UnitTable& units_;
    PagedRows<Known> known_;  ///< in order of units
    // Of units whose time is known.
    double milliseconds_ = 0;
    double estimatedBytes_ = 0;
};

}  // namespace rigkiln
