#pragma once

#include <span>
#include <vector>

#include "pipeline/reduction/pose_check.hpp"
#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {

/// Adds keys where the errors of the last measurement exceed `limit`: one key per place, in the group of the
/// track that moves points farthest there among the joint and its ancestors. A span that cannot be divided
/// gets full precision instead, and a track that was held constant gets keys. Marks the affected tracks in
/// `changed`. Returns false when nothing could be added.
[[nodiscard]] bool addKeys(std::vector<KeyGroup>& groups, std::span<MotionTrack> tracks, const TimeGrid& grid,
                           const PoseCheck& check, std::size_t plane, double limit,
                           std::vector<bool>& changed);

}  // namespace rigkiln::reduction
