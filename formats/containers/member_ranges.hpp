#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigkiln::containers {

/// Where a member lies in its archive. Laws: begin <= end.
struct MemberRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

struct RangeProblem {
    std::size_t member = 0;  ///< whose range is wrong
    std::string problem{};
};

/// Two members may share all their bytes, as packers that find equal files do; parts of them tell of a
/// damaged table, or of one that means to grow. Nothing when all are equal or apart.
[[nodiscard]] std::optional<RangeProblem> overlapProblem(const std::vector<MemberRange>& ranges);

}  // namespace rigkiln::containers
