#pragma once

#include <vector>

#include "formats/ctsa/ctsa_file.hpp"

/// How long the frames of an animation are shown (README, section Playback). All times are seconds.
namespace rigkiln::ctsa {

/// What an update lasts is the playing program's affair and stands in no file.
inline constexpr double kUsualTicksPerSecond = 60;

/// By time or by updates, as the frame's swap type says; any type but kSwapByTime is by updates, as in the
/// known players. What is not positive and finite lasts one tick: no player shows a frame for less.
/// Precondition here and below: ticksPerSecond is positive and finite.
[[nodiscard]] double frameSeconds(const CtsaFrame& frame, double ticksPerSecond);

struct CtsaTiming {
    std::vector<double>
        starts{};      ///< of each frame, ascending from 0; those of very short frames may coincide
    double total = 0;  ///< end of the last frame; 0 without frames
};

[[nodiscard]] CtsaTiming timingOf(const CtsaFile& file, double ticksPerSecond);

}  // namespace rigkiln::ctsa
