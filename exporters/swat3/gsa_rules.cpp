#include "exporters/swat3/gsa_rules.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace rigkiln::swat3_export {

std::optional<std::string> brokenBoneCountRule(std::size_t bones) {
    constexpr std::array<std::size_t, 3> kKnown = {52, 37, 2};
    if (std::ranges::find(kKnown, bones) != kKnown.end()) return std::nullopt;
    return fmt::format("{} {}, the game has 52 or 37 for characters and 2 for weapons", bones,
                       bones == 1 ? "bone" : "bones");
}

}  // namespace rigkiln::swat3_export
