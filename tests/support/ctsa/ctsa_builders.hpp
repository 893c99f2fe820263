#pragma once

#include <cstddef>

#include "formats/ctsa/ctsa_file.hpp"

/// Small CTSA files as file models, for tests. They raise no issues and round-trip through encoding and
/// decoding.
namespace rigkiln::ctsa {

/// "Walk": frames of 50 ms each, side by side over the whole sheet. Precondition: 1 to 64 frames.
[[nodiscard]] CtsaFile walkFile(std::size_t frames = 4);

/// "Wave": three frames timed by duration, by updates and by duration, in the middle of a sheet that other
/// animations share.
[[nodiscard]] CtsaFile waveFile();

/// "Rest": no frames, as the editor exports an empty animation.
[[nodiscard]] CtsaFile emptyFile();

/// The walk with a name of this many letters, whose length is stored in the shortest prefix.
[[nodiscard]] CtsaFile fileWithLongName(std::size_t letters);

}  // namespace rigkiln::ctsa
