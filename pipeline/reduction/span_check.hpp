#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Whether between two keys that hold the source's values, the frames of a track stay within its tolerance.
/// Only some frames of long spans are looked at: the measured pose has the last word.
class SpanCheck {
public:
    /// Both outlive this. Takes the tolerances and levers as they are now.
    SpanCheck(const MotionTrack& track, std::span<const float> frames);

    [[nodiscard]] bool holds(std::size_t first, std::size_t last) const;

private:
    [[nodiscard]] bool lineHolds(std::size_t first, std::size_t last) const;

    const MotionTrack& track_;
    std::span<const float> frames_;
    std::vector<double> limits_;  ///< squared differences of values, by frame
    // Of lines: what two frames at a time are looked at in.
    std::vector<double> times_;
    std::array<std::vector<double>, 4> values_;  ///< of the source, by component and frame
};

}  // namespace rigkiln::reduction
