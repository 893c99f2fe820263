#include "formats/containers/member_ranges.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

namespace rigkiln::containers {

std::optional<RangeProblem> overlapProblem(const std::vector<MemberRange>& ranges) {
    std::vector<std::size_t> order(ranges.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {},
                      [&](std::size_t i) { return std::tuple(ranges[i].begin, ranges[i].end, i); });
    std::optional<std::size_t> before;
    for (const std::size_t i : order) {
        const MemberRange& range = ranges[i];
        if (range.begin == range.end) continue;
        const bool isSame =
            before && ranges[*before].begin == range.begin && ranges[*before].end == range.end;
        if (before && !isSame && range.begin < ranges[*before].end) {
            return RangeProblem{
                i, fmt::format("lies at 0x{:X} to 0x{:X}, and member {} at 0x{:X} to 0x{:X}", range.begin,
                               range.end, *before, ranges[*before].begin, ranges[*before].end)};
        }
        before = i;
    }
    return std::nullopt;
}

}  // namespace rigkiln::containers
