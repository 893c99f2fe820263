#include "pipeline/run/group_units.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace rigkiln {
namespace {

bool isReadAlike(const SourceFile& one, const SourceFile& other) {
    return one.path == other.path && one.decode == other.decode && one.resampleRates == other.resampleRates &&
           one.reduction == other.reduction;
}

/// Compares units as well as their further parts.
template <class Part>
bool isSamePart(const Part& one, const Part& other) {
    if (one.model.has_value() != other.model.has_value()) return false;
    if (one.model && !isReadAlike(*one.model, *other.model)) return false;
    return std::ranges::equal(one.clips, other.clips, isReadAlike);
}

bool isSameAsset(const PlannedUnit& one, const PlannedUnit& other) {
    return isSamePart(one, other) && one.resampleRates == other.resampleRates &&
           one.reduction == other.reduction && one.packsKeys() == other.packsKeys() &&
           one.mergedName == other.mergedName &&
           std::ranges::equal(one.furtherParts, other.furtherParts, isSamePart<UnitPart>);
}

}  // namespace

std::vector<UnitGroup> groupUnits(std::span<const PlannedUnit> units) {
    std::vector<UnitGroup> groups;
    std::unordered_map<std::string_view, std::vector<std::size_t>> groupsBySource;  // only for look-up
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i].problem) continue;
        std::vector<std::size_t>& candidates = groupsBySource[units[i].mainSource().path];
        const auto group = std::ranges::find_if(candidates, [&](std::size_t candidate) {
            return isSameAsset(units[groups[candidate].front()], units[i]);
        });
        if (group != candidates.end()) {
            groups[*group].push_back(i);
        } else {
            candidates.push_back(groups.size());
            groups.push_back({i});
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
