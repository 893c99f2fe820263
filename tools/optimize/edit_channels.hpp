#pragma once

#include <cstddef>
#include <set>

#include "tools/optimize/track_edits.hpp"

namespace rigkiln::optimize {

/// Gives the channels of an animation their new samplers, removes the channels to be removed and the samplers
/// that are then unused, and sets the mark. `firstAccessor` is added to the accessor numbers of the edit.
/// Adds the accessors of removed samplers to `dropped`.
void editChannels(const AnimationEdit& edit, std::size_t firstAccessor, Json& animation,
                  std::set<std::size_t>& dropped);

}  // namespace rigkiln::optimize
