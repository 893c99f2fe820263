#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Key in the extras of a joint that the source shows at rest, and that is hidden there because every clip of
/// its part hides it (docs/extras.md, Rest pose).
inline constexpr std::string_view kShownInSource = "shown_in_source";

/// Key in the extras of a joint that is hidden at rest and has no mesh, attachment or light, and that every
/// clip shows from its beginning to its end: clips say nothing of it (docs/extras.md, Nodes).
inline constexpr std::string_view kShownByClips = "shown_by_clips";

/// The track by which a clip shows a joint from its beginning to its end.
[[nodiscard]] Track<std::uint8_t> shownTrack();

/// Hides a joint at rest and records that the source shows it.
void hideAtRest(Joint& joint);

/// Tracks that records may add to the clips of a scene. A file of a few bytes for each joint and each clip
/// could ask for as many as both numbers give multiplied.
inline constexpr std::size_t kMostTracksByRecords = std::size_t{1} << 18U;

/// Removes the records and does what they say. Joints with kShownInSource are shown at rest again; clips of
/// their part that say nothing about their visibility hide them. Those with kShownByClips are shown by all
/// clips that say nothing. Returns how many joints stay as they are, and keep their records, because there
/// are more joints and clips than kMostTracksByRecords allows: all or none.
[[nodiscard]] std::size_t restoreSourceVisibility(Scene& scene);

}  // namespace rigkiln
