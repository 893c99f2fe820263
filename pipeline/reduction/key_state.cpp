#include "pipeline/reduction/key_state.hpp"

namespace rigkiln::reduction {

KeyState stateOf(std::span<const MotionTrack> tracks, const std::vector<KeyGroup>& groups,
                 std::size_t bytes) {
    KeyState state;
    state.groups = groups;
    state.bytes = bytes;
    state.tracks.reserve(tracks.size());
    for (const MotionTrack& track : tracks)
        state.tracks.push_back(track.choice);
    return state;
}

void putBack(const KeyState& state, std::span<MotionTrack> tracks) {
    for (std::size_t number = 0; number < tracks.size(); ++number) {
        if (!tracks[number].source->isKept) tracks[number].choice = state.tracks[number];
    }
}

}  // namespace rigkiln::reduction
