#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {

/// Snapshot of the keys of all tracks during a search.
struct KeyState {
    std::vector<KeyChoice> tracks{};
    std::vector<KeyGroup> groups{};
    std::size_t bytes = 0;
};

[[nodiscard]] KeyState stateOf(std::span<const MotionTrack> tracks, const std::vector<KeyGroup>& groups,
                               std::size_t bytes);

/// Restores the keys of the tracks. The caller has to expand them again. Kept tracks are left unchanged.
void putBack(const KeyState& state, std::span<MotionTrack> tracks);

}  // namespace rigkiln::reduction
