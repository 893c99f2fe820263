#include "pipeline/run/group_units.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace rigkiln {
namespace {

struct PathHash {
    std::size_t operator()(const SplitPath& path) const {
        constexpr std::size_t kFactor = 1099511628211U;  // spreads the hash of the folder
        return std::hash<std::string_view>()(path.folder) * kFactor ^
               std::hash<std::string_view>()(path.name);
    }
};

}  // namespace

std::vector<UnitGroup> groupUnits(const UnitTable& units) {
    std::vector<UnitGroup> groups;
    // By main file. Only for look-up; never iterated.
    std::unordered_map<SplitPath, std::vector<std::size_t>, PathHash> groupsBySource;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units.problem(i) != nullptr) continue;
        std::vector<std::size_t>& candidates = groupsBySource[units.mainPath(i)];
        const auto group = std::ranges::find_if(candidates, [&](std::size_t candidate) {
            return units.isReadAlike(groups[candidate].front(), i);
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
