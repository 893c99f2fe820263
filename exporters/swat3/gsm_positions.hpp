#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_export {

/// Places of a surface as the file stores them.
struct PositionTables {
    /// In the order of the bones; the last is that of the blends, if there are any.
    std::vector<swat3::GsmRun> runs;
    std::vector<swat3::Float3> positions;
    std::vector<swat3::GsmBlend> blends;
    std::vector<std::uint16_t> ofVertex;  ///< by vertex: index in positions, or behind these in blends
};

/// Makes the tables of positions and blends. Places of a bone that are equal in all digits are stored once,
/// in bone order, then in the order of first use. Equal blends are stored once, too. Fails with Input when
/// there are more positions and blends than sixteen bits can number.
[[nodiscard]] Result<PositionTables> makePositions(const Surface& surface, const TargetSkeleton& skeleton,
                                                   swat3::Space space);

/// Error such as "70000 triangles, a GSM holds 65535 at most: split the model or drop vertices"; nothing when
/// the count is within the limit.
[[nodiscard]] std::optional<Error> findExcess(std::size_t count, std::string_view what,
                                              std::size_t limit = 65535);

}  // namespace rigkiln::swat3_export
