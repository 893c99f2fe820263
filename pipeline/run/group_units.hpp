#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "pipeline/files/paged_rows.hpp"
#include "pipeline/plan/unit_table.hpp"

namespace rigkiln {

/// Units that are made from one asset, as numbers in the plan: their files are the same, and so is everything
/// done to them except the export. They are read and converted only once. Laws: never empty; in the order of
/// the plan. A part of UnitGroups, which must outlive it.
class UnitGroup {
public:
    using value_type = std::uint32_t;

    explicit UnitGroup(std::span<std::uint32_t> units)
        : first_(units.data()), size_(static_cast<std::uint32_t>(units.size())) {}

    /// Leaves out units. Precondition: some are left.
    template <class Predicate>
    void eraseIf(const Predicate& predicate) {
        // clang 14 cannot read std::ranges::remove_if of the distribution's library.
        size_ = static_cast<std::uint32_t>(std::remove_if(first_, first_ + size_, predicate) - first_);
    }
    [[nodiscard]] std::span<const std::uint32_t> units() const { return {first_, size_}; }
    [[nodiscard]] const std::uint32_t* begin() const { return first_; }
    [[nodiscard]] const std::uint32_t* end() const { return first_ + size_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::uint32_t front() const { return *first_; }
    [[nodiscard]] std::uint32_t operator[](std::size_t i) const { return first_[i]; }

private:
    std::uint32_t* first_;
    std::uint32_t size_;
};

/// Groups, and the numbers of their units.
class UnitGroups {
public:
    /// Puts every unit without a problem into one group. Groups are in the order of their first units.
    explicit UnitGroups(const UnitTable& units);
    UnitGroups(const UnitGroups&) = delete;  // groups point into the members
    UnitGroups& operator=(const UnitGroups&) = delete;

    /// The groups, which may be reordered and dropped.
    [[nodiscard]] PagedRows<UnitGroup>& all() { return groups_; }
    [[nodiscard]] const PagedRows<UnitGroup>& all() const { return groups_; }

private:
    PagedRows<std::uint32_t> members_;  ///< of all groups
    PagedRows<UnitGroup> groups_;
};

/// Returns how much memory a group needs, or the share of a run's time that it takes, as bytes.
using GroupWeight = std::function<std::size_t(const UnitGroup& group)>;

/// Groups that weigh more start first.
inline constexpr std::size_t kHeavyGroup = std::size_t{32} << 20U;

/// Puts heavy groups first, the heaviest before all, so that none of them runs alone at the end. All others
/// stay in the order of their paths, which is about that of the disk, but are split into `parts` equal parts,
/// and one of each part is taken in turn: neighbours often share textures, and a thread waits for an image
/// that another thread is converting.
void orderGroups(PagedRows<UnitGroup>& groups, const GroupWeight& weightOf, std::size_t parts);

}  // namespace rigkiln
