#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Decides which tracks of a clip are smaller as splines, in rounds that each choose all keys. In the first
/// round all tracks are lines. Their bytes are compared with an estimate for splines with the same
/// tolerances, which selects the splines of the second round. In later rounds only tracks stay splines that
/// really take fewer bytes.
class SplineChoice {
public:
    /// Sets which tracks are splines in this round. Call before the keys of a window are chosen.
    void mark(std::span<MotionTrack> tracks, std::span<const float> frames) const;

    /// Adds the bytes that the tracks of a window need. Call after its keys were chosen. Tracks have the same
    /// order in all windows, and may be modified.
    void add(std::span<MotionTrack> tracks, std::span<const float> frames);

    /// Ends a round after all windows. Returns false when there is nothing more to try.
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
