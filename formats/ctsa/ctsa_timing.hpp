#pragma once

#include <vector>

#include "formats/ctsa/ctsa_file.hpp"

/// Durations of an animation's frames (README, section Playback). All times are seconds.
namespace rigkiln::ctsa {

/// Default update rate. The playing program decides it; no file stores it.
inline constexpr double kUsualTicksPerSecond = 60;

/// Duration of a frame by its swap type. All types except kSwapByTime count updates, as known players do.
/// Durations that are not positive and finite become one tick: no player shows a frame for less. Precondition
/// here and below: ticksPerSecond is positive and finite.
[[nodiscard]] double frameSeconds(const CtsaFrame& frame, double ticksPerSecond);

struct CtsaTiming {
    std::vector<double> starts{};  ///< per frame, ascending from 0; starts of very short frames may coincide
    double total = 0;              ///< end of the last frame; 0 without frames
};

[[nodiscard]] CtsaTiming timingOf(const CtsaFile& file, double ticksPerSecond);

}  // namespace rigkiln::ctsa
