#pragma once

#include <cstddef>

#include "formats/ctsa/ctsa_file.hpp"

/// Small CTSA files as file models, for tests. Nothing about them is odd, and encoding and decoding them
/// gives the same model again.
namespace rigkiln::ctsa {

/// "Walk": frames of 50 ms by time, side by side over the whole sheet. Precondition: 1 to 64 frames.
[[nodiscard]] CtsaFile walkFile(std::size_t frames = 4);

/// "Wave": three frames by time, by updates and by time in the middle of a sheet with other animations.
[[nodiscard]] CtsaFile waveFile();

/// "Rest": no frames, as the editor exports an empty animation.
[[nodiscard]] CtsaFile emptyFile();

/// The walk under a name of so many letters, counted by the shortest prefix.
[[nodiscard]] CtsaFile fileWithLongName(std::size_t letters);

}  // namespace rigkiln::ctsa
