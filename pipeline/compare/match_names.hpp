#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace rigkiln {

/// Partners of the elements of two lists.
struct NameMatches {
    std::vector<std::optional<std::size_t>> ofLeft;  ///< element of the right list for each of the left one
    std::vector<std::optional<std::size_t>> ofRight;
};

/// Matches elements by name: the n-th of a name with the n-th of that name. `nameOf` returns anything that
/// can be compared by <.
template <class Elements, class NameOf>
[[nodiscard]] NameMatches matchNames(const Elements& left, const Elements& right, NameOf nameOf) {
    NameMatches matches{.ofLeft = std::vector<std::optional<std::size_t>>(left.size()),
                        .ofRight = std::vector<std::optional<std::size_t>>(right.size())};
    struct Places {
        std::vector<std::size_t> all;
        std::size_t used = 0;
    };
    std::map<decltype(nameOf(left[0])), Places> byName;
    for (std::size_t i = 0; i < right.size(); ++i)
        byName[nameOf(right[i])].all.push_back(i);
    for (std::size_t i = 0; i < left.size(); ++i) {
        const auto found = byName.find(nameOf(left[i]));
        if (found == byName.end() || found->second.used == found->second.all.size()) continue;
        const std::size_t partner = found->second.all[found->second.used++];
        matches.ofLeft[i] = partner;
        matches.ofRight[partner] = i;
    }
    return matches;
}

}  // namespace rigkiln
