#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_writer {

/// Places of a surface as the file stores them.
struct PositionTables {
    std::vector<swat3::GsmRun>
        runs;  ///< in the order of the bones; last that of the blends, if there are any
    std::vector<swat3::Float3> positions;
    std::vector<swat3::GsmBlend> blends;
    std::vector<std::uint16_t> ofVertex;  ///< in positions, and behind these in blends
};

/// Each place once per bone, the same in all digits: in bone order, then in the order of first use. Each
/// blend of them once. Fails with Input when sixteen bits do not number positions and blends.
[[nodiscard]] Result<PositionTables> makePositions(const Surface& surface, const TargetSkeleton& skeleton,
                                                   swat3::Space space);

/// "70000 triangles, a GSM numbers 65535 at most: split the model or drop vertices"; nothing when they fit.
[[nodiscard]] std::optional<Error> findExcess(std::size_t count, std::string_view what,
                                              std::size_t limit = 65535);

}  // namespace rigkiln::swat3_writer
