#pragma once

#include <span>
#include <vector>

#include "pipeline/reduction/pose_check.hpp"
#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {

/// Adds keys where the last measurement found more than is allowed: at each such place one, to the group of
/// the track of the chain that moves points farthest there. A span that cannot be divided any more gets full
/// precision instead, and a track that was held constant gets keys. False when nothing is left to add: all
/// tracks that could be at fault have all their keys. `limit`: errors above it are repaired.
[[nodiscard]] bool addKeys(std::vector<KeyGroup>& groups, std::span<MotionTrack> tracks, const TimeGrid& grid,
                           const PoseCheck& check, std::size_t plane, double limit,
                           std::vector<bool>& changed);

}  // namespace rigkiln::reduction
