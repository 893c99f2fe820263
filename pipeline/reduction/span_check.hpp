#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Tests whether the frames of a track stay within its tolerance between two keys that have the source's
/// values. Tests only some frames of long spans; the measured pose decides.
class SpanCheck {
public:
    /// The arguments must outlive this. Uses the current tolerances and levers.
    SpanCheck(const MotionTrack& track, std::span<const float> frames);

    [[nodiscard]] bool holds(std::size_t first, std::size_t last) const;

private:
    [[nodiscard]] bool lineHolds(std::size_t first, std::size_t last) const;

    const MotionTrack& track_;
    std::span<const float> frames_;
    std::vector<double> limits_;  ///< squared differences of values, by frame
    // For lines: data in a layout for testing two frames at a time.
    std::vector<double> times_;
    std::array<std::vector<double>, 4> values_;  ///< source values by component and frame
};

}  // namespace rigkiln::reduction
