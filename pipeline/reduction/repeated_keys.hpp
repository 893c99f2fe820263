#pragma once

#include "pipeline/scene/clip.hpp"

namespace rigkiln {

/// Takes out keys that change nothing, bit for bit: those of steps that repeat the key before them, and those
/// of straight lines that repeat both neighbours. Splines keep theirs. The last key stays, so that no track
/// becomes shorter, but a track of one value becomes a single key.
void dropRepeatedKeys(Clip& clip);

}  // namespace rigkiln
