#pragma once

#include <cstddef>
#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Key in the extras of a joint that the source shows at rest, and that is hidden there because every clip of
/// its part hides it (docs/extras.md, Rest pose).
inline constexpr std::string_view kShownInSource = "shown_in_source";

/// Hides a joint at rest and records that the source shows it.
void hideAtRest(Joint& joint);

/// Tracks that records may add to the clips of a scene. A file of a few bytes for each joint and each clip
/// could ask for as many as both numbers give multiplied.
inline constexpr std::size_t kMostTracksByRecords = std::size_t{1} << 18U;

/// Shows joints with a record again and removes the records. Clips of their part that say nothing about their
/// visibility hide them. Returns how many joints stay hidden, and keep their records, because there are more
/// joints and clips than kMostTracksByRecords allows: all or none.
[[nodiscard]] std::size_t restoreSourceVisibility(Scene& scene);

}  // namespace rigkiln
