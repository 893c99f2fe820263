#include "pipeline/reduction/key_state.hpp"

namespace rigkiln::reduction {

KeyState stateOf(std::span<const MotionTrack> tracks, const std::vector<KeyGroup>& groups,
                 std::size_t bytes) {
    KeyState state;
    state.groups = groups;
    state.bytes = bytes;
    state.tracks.reserve(tracks.size());
    for (const MotionTrack& track : tracks)
        state.tracks.push_back({track.keys, track.values, track.tangents, track.isFloat, track.isDropped});
    return state;
}

void putBack(const KeyState& state, std::span<MotionTrack> tracks) {
    for (std::size_t number = 0; number < tracks.size(); ++number) {
        MotionTrack& track = tracks[number];
        if (track.isKept) continue;
        track.keys = state.tracks[number].keys;
        track.values = state.tracks[number].values;
        track.tangents = state.tracks[number].tangents;
        track.isFloat = state.tracks[number].isFloat;
        track.isDropped = state.tracks[number].isDropped;
    }
}

}  // namespace rigkiln::reduction
