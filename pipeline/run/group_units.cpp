#include "pipeline/run/group_units.hpp"

#include <bit>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include <xxhash.h>

#include "pipeline/files/paged_rows.hpp"

namespace rigkiln {
namespace {

/// A unit and the hash of its main file.
struct UnitSource {
    XXH64_hash_t hash = 0;
    std::uint32_t unit = 0;
    auto operator<=>(const UnitSource&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

/// Units by hashes of their main files, each with those of one hash in the order of the plan.
PagedRows<UnitSource> unitsBySource(const UnitTable& units) {
    PagedRows<UnitSource> sources;
    sources.reserve(units.size());
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
        if (units.problem(unit) != nullptr) continue;
        const std::string path = units.mainPath(unit).text();
        sources.push_back({.hash = XXH3_64bits(path.data(), path.size()), .unit = unit});
    }
    sortRows(sources);
    return sources;
}

/// Groups of about the same weight stay in their order.
struct HeavyGroup {
    std::uint32_t bits = 0;  ///< of the weight
    std::uint32_t place = 0;
    bool operator<(const HeavyGroup& other) const {
        return bits != other.bits ? bits > other.bits : place < other.place;
    }
};

}  // namespace

UnitGroups::UnitGroups(const UnitTable& units) {
    // Rows of numbers, because a map by path would take more memory than the plan.
    const PagedRows<UnitSource> sources = unitsBySource(units);
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    PagedRows<std::uint32_t> firstOf;  // of the unit's group
    firstOf.reserve(units.size());
    for (std::uint32_t unit = 0; unit < units.size(); ++unit)
        firstOf.push_back(units.problem(unit) == nullptr ? unit : kNone);
    for (std::size_t i = 1; i < sources.size(); ++i) {
        const auto [hash, unit] = sources[i];
        // Units of one file are few, so those before are compared one by one.
        for (std::size_t before = i; before > 0 && sources[before - 1].hash == hash; --before) {
            const std::uint32_t other = sources[before - 1].unit;
            if (firstOf[other] == other && units.mainPath(other) == units.mainPath(unit) &&
                units.isReadAlike(other, unit)) {
                firstOf[unit] = other;
                break;
            }
        }
    }
    // How many units a group has stands with its first one, and then where they begin.
    PagedRows<std::uint32_t> sizes(units.size());
    for (const std::uint32_t& first : firstOf) {
        noteRow(&first);
        if (first != kNone) ++sizes[first];
    }
    members_.resize(sources.size());
    std::uint32_t begin = 0;
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
        if (firstOf[unit] != unit) continue;
        groups_.push_back(UnitGroup(std::span(members_.data() + begin, sizes[unit])));
        begin += std::exchange(sizes[unit], begin);
    }
    PagedRows<std::uint32_t>& nextOf = sizes;
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
        if (firstOf[unit] != kNone) members_[nextOf[firstOf[unit]]++] = unit;
    }
}

void orderGroups(PagedRows<UnitGroup>& groups, const GroupWeight& weightOf, std::size_t parts) {
    PagedRows<HeavyGroup> heavy;
    PagedRows<UnitGroup> others;
    others.reserve(groups.size());
    for (std::uint32_t place = 0; place < groups.size(); ++place) {
        const UnitGroup group = groups[place];
        if (const std::size_t weight = weightOf(group); weight > kHeavyGroup) {
            heavy.push_back({.bits = static_cast<std::uint32_t>(std::bit_width(weight)), .place = place});
        } else {
            others.push_back(group);
        }
    }
    sortRows(heavy);
    PagedRows<UnitGroup> ordered;
    ordered.reserve(groups.size());
    for (std::size_t i = 0; i < heavy.size(); ++i)
        ordered.push_back(groups[heavy[i].place]);
    const std::size_t partSize = (others.size() + parts - 1) / parts;
    for (std::size_t place = 0; place < partSize; ++place) {
        for (std::size_t i = place; i < others.size(); i += partSize)
            ordered.push_back(others[i]);
    }
    groups = std::move(ordered);
}

}  // namespace rigkiln
