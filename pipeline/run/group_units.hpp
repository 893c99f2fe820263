#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pipeline/plan/unit_table.hpp"

namespace rigkiln {

/// Units that are made from one asset, as numbers in the plan: their files are the same, and so is everything
/// done to them except the export. They are read and converted only once. Laws: never empty; in the order of
/// the plan. Takes 16 bytes where it has one unit, as most groups do.
class UnitGroup {
public:
    using value_type = std::uint32_t;

    UnitGroup(std::uint32_t unit) : first_(unit) {}  // implicit: a unit is a group

    void add(std::uint32_t unit) {
        if (more_ == nullptr) more_ = std::make_unique<std::vector<std::uint32_t>>(1, first_);
        more_->push_back(unit);
    }
    /// Leaves out units. Precondition: some are left.
    template <class Predicate>
    void eraseIf(const Predicate& predicate) {
        if (more_ == nullptr) return;
        std::erase_if(*more_, predicate);
        first_ = more_->front();
    }
    [[nodiscard]] std::span<const std::uint32_t> units() const {
        return more_ == nullptr ? std::span(&first_, 1) : std::span<const std::uint32_t>(*more_);
    }
    [[nodiscard]] const std::uint32_t* begin() const { return units().data(); }
    [[nodiscard]] const std::uint32_t* end() const { return units().data() + size(); }
    [[nodiscard]] std::size_t size() const { return units().size(); }
    [[nodiscard]] std::uint32_t front() const { return first_; }
    [[nodiscard]] std::uint32_t operator[](std::size_t i) const { return units()[i]; }

private:
    std::uint32_t first_;
    std::unique_ptr<std::vector<std::uint32_t>> more_;  ///< all units, if there are several
};

/// Puts every unit without a problem into one group. Groups are in the order of their first units.
[[nodiscard]] std::vector<UnitGroup> groupUnits(const UnitTable& units);

/// Splits the row into `parts` equal parts and reorders it by taking one group of each part in turn.
/// Neighbours often share textures, and a thread waits for an image that another thread is converting. Groups
/// that run at the same time should therefore not be neighbours.
void dealParts(std::span<UnitGroup> groups, std::size_t parts);

}  // namespace rigkiln
