#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {

/// Snapshot of the keys of all tracks during a search.
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

/// Restores the keys of the tracks. The caller has to expand them again. Kept tracks are left unchanged.
void putBack(const KeyState& state, std::span<MotionTrack> tracks);

}  // namespace rigkiln::reduction
