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
    std::size_t mostBytes = 0;  ///< of keys and times; exclusive upper limit
    PinnedEnds pinned{};
};

/// Chooses the keys of all tracks so that no error of the check exceeds 1, and returns them. The tracks and
/// the errors of the check then belong to these keys. Returns nothing when it finds no keys within the
/// limits; tracks and errors are then undefined. Precondition: shareBound has set levers and tolerances.
[[nodiscard]] std::optional<KeyState> chooseKeys(std::span<MotionTrack> tracks, const TimeGrid& grid,
                                                 PoseCheck& check, const KeyLimits& limits);

}  // namespace rigkiln::reduction
