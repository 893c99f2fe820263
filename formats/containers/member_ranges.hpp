#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigkiln::containers {

/// Byte range of a member in its archive. Laws: begin <= end.
struct MemberRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

struct RangeProblem {
    std::size_t member = 0;  ///< index of the member whose range is wrong
    std::string problem{};
};

/// Finds the first member that overlaps another one partly. Identical ranges are allowed: some packers store
/// equal files once. A partial overlap means a damaged table, or one made to unpack to far more than its
/// size. Ignores empty ranges. Returns nothing when there is no problem.
[[nodiscard]] std::optional<RangeProblem> overlapProblem(const std::vector<MemberRange>& ranges);

}  // namespace rigkiln::containers
