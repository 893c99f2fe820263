#pragma once

#include <cstddef>
#include <set>

#include "tools/optimize/track_edits.hpp"

namespace rigkiln::optimize {

/// Gives the channels of an animation their new samplers, takes out those that go and samplers that nobody
/// uses any more, and sets the mark. `firstAccessor` is added to the numbers of accessors in the edit. Adds
/// the accessors of the samplers that went to `dropped`.
void editChannels(const AnimationEdit& edit, std::size_t firstAccessor, Json& animation,
                  std::set<std::size_t>& dropped);

}  // namespace rigkiln::optimize
