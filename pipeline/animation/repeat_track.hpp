#pragma once

#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "pipeline/scene/joint_tracks.hpp"

namespace rigkiln {

/// Numbers of frames, so that a whole number of repetitions ends exactly. Precondition: all are positive.
struct Repetition {
    std::uint32_t period = 0;  ///< length of the motion that is repeated
    std::uint32_t length = 0;  ///< end of the repeated track
    double frameRate = 0;      ///< per second

    /// Returns how often the motion begins before the end.
    [[nodiscard]] std::uint64_t count() const { return (std::uint64_t{length} + period - 1) / period; }
    /// Returns the end of the first so many repetitions, in seconds.
    [[nodiscard]] double endOf(std::uint64_t repetitions) const {
        return static_cast<double>(repetitions * period) / frameRate;
    }
};

// Return a track that plays the motion from 0 to the period again and again, up to the length. What the first
// and last key hold before and behind them is part of the motion. Where its end differs from its beginning,
// the track jumps, from a key one float before the repetition to one at it. The last repetition may end in
// the middle; a spline that is cut keeps its shape up to there. A track with one key, and one that is not
// shorter than the length, is returned as it is. Preconditions: the laws of Track; the last key is not behind
// the period.

[[nodiscard]] Track<glm::vec3> repeatTrack(Track<glm::vec3> track, const Repetition& repetition);
[[nodiscard]] Track<glm::quat> repeatTrack(Track<glm::quat> track, const Repetition& repetition);
[[nodiscard]] Track<std::uint8_t> repeatTrack(Track<std::uint8_t> track, const Repetition& repetition);

}  // namespace rigkiln
