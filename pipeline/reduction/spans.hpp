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

/// Returns the fewest keys that a reach allows, each as late as possible.
[[nodiscard]] std::vector<std::uint32_t> farthestKeys(std::span<const std::uint32_t> reach);

/// Returns the bytes of keys and of their times, which the tracks of a group share.
[[nodiscard]] constexpr std::size_t bytesOf(std::size_t keys, std::size_t bytesPerKey) {
    constexpr std::size_t kTimeBytes = 4;
    return keys * (kTimeBytes + bytesPerKey);
}

/// Computes the reach of a group again and places its keys: the fewest that the reach allows, each halfway
/// between its earliest and latest possible frame.
void placeKeys(KeyGroup& group, std::span<const MotionTrack> tracks, std::span<const float> frames);

}  // namespace rigkiln::reduction
