#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Tracks that share their key times: four bytes per key once, instead of once for each of them. `reach[f]`
/// is the last frame to which a straight line from frame f serves all of them.
struct KeyGroup {
    std::vector<std::uint32_t> tracks;
    std::vector<std::uint32_t> reach;
    std::vector<std::uint32_t> keys;
    std::size_t bytesPerKey = 0;  ///< of the values of all tracks
};

/// Groups of one track each, with their reach and as few keys as it allows.
[[nodiscard]] KeyGroup singleGroup(std::uint32_t number, const MotionTrack& track,
                                   std::span<const float> frames);

/// Joins groups as long as that saves bytes.
void joinGroups(std::vector<KeyGroup>& groups);

/// Finds the reach of a group anew and places its keys: as few as the reach allows, each in the middle
/// between the earliest and the latest frame where it may stand.
void placeKeys(KeyGroup& group, std::span<const MotionTrack> tracks, std::span<const float> frames);

/// Of key times that the clip holds anyway (frame numbers), those with which a group takes the fewest bytes,
/// as times that are shared cost nothing. None where the group's own keys take no more, or nothing else
/// serves.
[[nodiscard]] const std::vector<std::uint32_t>* cheaperTimes(
    const KeyGroup& group, std::span<const std::vector<std::uint32_t>> held);

}  // namespace rigkiln::reduction
