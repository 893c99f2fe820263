#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {

/// The keys of all tracks at one point of a search, to go back to.
struct KeyState {
    struct OfTrack {
        std::vector<std::uint32_t> keys{};
        std::vector<glm::dvec4> values{};
        std::vector<KeyTangents> tangents{};
        bool isFloat = false;
        bool isDropped = false;
    };

    std::vector<OfTrack> tracks{};
    std::vector<KeyGroup> groups{};
    std::size_t bytes = 0;
};

[[nodiscard]] KeyState stateOf(std::span<const MotionTrack> tracks, const std::vector<KeyGroup>& groups,
                               std::size_t bytes);

/// Gives the tracks their keys back; what readers make of these is for the caller to find. Tracks that are
/// not ours to reduce stay as they are.
void putBack(const KeyState& state, std::span<MotionTrack> tracks);

}  // namespace rigkiln::reduction
