#pragma once

#include "pipeline/scene/clip.hpp"

namespace rigkiln {

/// Removes keys that change nothing, bit for bit: keys of steps that repeat the key before, and keys of
/// straight lines that repeat both neighbours. Splines keep their keys. The last key stays, so that no track
/// becomes shorter, but a track with a single value gets a single key.
void dropRepeatedKeys(Clip& clip);

}  // namespace rigkiln
