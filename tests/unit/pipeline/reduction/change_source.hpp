#pragma once

#include <memory>
#include <utility>

#include "pipeline/reduction/motion.hpp"

namespace rigkiln::reduction {

/// Gives the track another source: what `change` makes of its own.
template <class Change>
void changeSource(MotionTrack& track, const Change& change) {
    TrackSource source = *track.source;
    change(source);
    track.source = std::make_shared<const TrackSource>(std::move(source));
}

}  // namespace rigkiln::reduction
