#include "pipeline/run/group_units.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <xxhash.h>

namespace rigkiln {
namespace {

/// Units by hashes of their main files, each with those of one hash in the order of the plan.
std::vector<std::pair<XXH64_hash_t, std::uint32_t>> unitsBySource(const UnitTable& units) {
    std::vector<std::pair<XXH64_hash_t, std::uint32_t>> sources;
    sources.reserve(units.size());
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
        if (units.problem(unit) != nullptr) continue;
        const std::string path = units.mainPath(unit).text();
        sources.emplace_back(XXH3_64bits(path.data(), path.size()), unit);
    }
    std::ranges::sort(sources);
    return sources;
}

}  // namespace

std::vector<UnitGroup> groupUnits(const UnitTable& units) {
    // Pairs of numbers, because a map by path would take more memory than the plan.
    const auto sources = unitsBySource(units);
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> firstOf(units.size(), kNone);  // of the unit's group
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto [hash, unit] = sources[i];
        firstOf[unit] = unit;
        // Units of one file are few, so those before are compared one by one.
        for (std::size_t before = i; before > 0 && sources[before - 1].first == hash; --before) {
            const std::uint32_t other = sources[before - 1].second;
            if (firstOf[other] == other && units.mainPath(other) == units.mainPath(unit) &&
                units.isReadAlike(other, unit)) {
                firstOf[unit] = other;
                break;
            }
        }
    }
    const auto count = static_cast<std::size_t>(std::ranges::count_if(
        sources, [&](const auto& source) { return firstOf[source.second] == source.second; }));
    std::vector<UnitGroup> groups;
    groups.reserve(count);
    std::vector<std::uint32_t>& placeOf = firstOf;  // of the group, where the unit is its first
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
        const std::uint32_t first = firstOf[unit];
        if (first == kNone) continue;
        if (first == unit) {
            placeOf[unit] = static_cast<std::uint32_t>(groups.size());
            groups.emplace_back(unit);
        } else {
            groups[placeOf[first]].add(unit);
        }
    }
    return groups;
}

void dealParts(std::span<UnitGroup> groups, std::size_t parts) {
    const std::size_t partSize = (groups.size() + parts - 1) / parts;
    std::vector<UnitGroup> dealt;
    dealt.reserve(groups.size());
    for (std::size_t place = 0; place < partSize; ++place) {
        for (std::size_t i = place; i < groups.size(); i += partSize)
            dealt.push_back(std::move(groups[i]));
    }
    std::ranges::move(dealt, groups.begin());
}

}  // namespace rigkiln
