#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "pipeline/reduction/fit_keys.hpp"
#include "pipeline/reduction/key_state.hpp"
#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln::reduction {

struct KeyLimits {
    double bound = 0;           ///< displacement, in units of the scene
    std::size_t mostBytes = 0;  ///< of keys and times: as many are too many
    PinnedEnds pinned{};
};

/// Chooses the keys of all tracks, so that no error of the check is above 1, and returns them; tracks and
/// errors are then those of these keys. Nothing when it finds none, or none that are worth it; both are then
/// worthless. Precondition: shareBound has given levers and tolerances.
[[nodiscard]] std::optional<KeyState> chooseKeys(std::span<MotionTrack> tracks, const TimeGrid& grid,
                                                 PoseCheck& check, const KeyLimits& limits);

}  // namespace rigkiln::reduction
