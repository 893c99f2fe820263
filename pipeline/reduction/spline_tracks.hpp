#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Which tracks of a clip are smaller as splines, found in rounds of choosing all keys. In the first all are
/// straight lines. What they take, and what splines would take with the same shares of the bound, says which
/// ones are splines in the second; what those really take says which ones are left in later rounds.
class SplineChoice {
public:
    /// Before the keys of a window are chosen: says which tracks are splines in this round.
    void mark(std::span<MotionTrack> tracks, std::span<const float> frames) const;

    /// After that: takes down what they need. Tracks are in the same order in all windows, and may be used
    /// up.
    void add(std::span<MotionTrack> tracks, std::span<const float> frames);

    /// After all windows. False when there is nothing more to try.
    [[nodiscard]] bool next();

private:
    struct Candidate {
        double bytesAsLines = 0;   ///< in the first round
        double bytesAsSpline = 0;  ///< in this round
        bool isSpline = false;
    };

    void addFirst(std::span<MotionTrack> tracks, std::span<const float> frames);

    std::vector<Candidate> candidates_;  ///< by track
    int round_ = 0;
};

}  // namespace rigkiln::reduction
