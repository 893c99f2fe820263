#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Tracks that share their key times, which takes four bytes per key once instead of once per track.
/// `reach[f]` is the last frame up to which a single span from frame f is good enough for all tracks.
struct KeyGroup {
    std::vector<std::uint32_t> tracks;
    std::vector<std::uint32_t> reach;
    std::vector<std::uint32_t> keys;
    std::size_t bytesPerKey = 0;  ///< bytes of the values of all tracks
};

/// Returns a group of one track, with its reach and the fewest keys that the reach allows.
[[nodiscard]] KeyGroup singleGroup(std::uint32_t number, const MotionTrack& track,
                                   std::span<const float> frames);

/// Joins groups as long as that saves bytes.
void joinGroups(std::vector<KeyGroup>& groups);

/// Computes the reach of a group again and places its keys: the fewest that the reach allows, each halfway
/// between its earliest and latest possible frame.
void placeKeys(KeyGroup& group, std::span<const MotionTrack> tracks, std::span<const float> frames);

/// Returns the key times (frame numbers) among `held`, which the clip stores anyway, with which the group
/// takes the fewest bytes, since shared times cost nothing. Returns null when the group's own keys take no
/// more bytes, or no times fit.
[[nodiscard]] const std::vector<std::uint32_t>* cheaperTimes(
    const KeyGroup& group, std::span<const std::vector<std::uint32_t>> held);

}  // namespace rigkiln::reduction
