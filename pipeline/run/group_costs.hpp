#pragma once

#include <cstddef>

#include "pipeline/plan/unit_table.hpp"
#include "pipeline/run/group_units.hpp"
#include "pipeline/run/unit_costs.hpp"

namespace rigkiln {

/// Memory and time that groups of a run are expected to take, from what is expected of their units.
class GroupCosts {
public:
    struct Sources {
        const UnitTable& units;
        const UnitCosts& costs;
        std::size_t runBytes = 0;  ///< memory for all groups that run at one time
        std::size_t jobs = 1;
    };

    /// The tables must outlive this.
    explicit GroupCosts(const Sources& sources) : sources_(sources) {}

    /// Returns the memory to reserve for converting a group: for one scene, and for each further output
    /// beside it.
    [[nodiscard]] std::size_t bytes(const UnitGroup& group) const;
    /// Returns what decides which group starts first.
    [[nodiscard]] std::size_t weight(const UnitGroup& group) const;
    /// Returns how many bytes of the group's clips, and of each of its outputs, may stay in memory. `groups`
    /// of the run are to be converted.
    [[nodiscard]] std::size_t room(const UnitGroup& group, std::size_t groups) const;

private:
    Sources sources_;
};

}  // namespace rigkiln
