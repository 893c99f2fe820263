#pragma once

#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Key in the extras of a joint that the source shows at rest, and that is hidden there because every clip of
/// its part hides it (docs/extras.md, Rest pose).
inline constexpr std::string_view kShownInSource = "shown_in_source";

/// Hides a joint at rest and records that the source shows it.
void hideAtRest(Joint& joint);

/// Shows joints with a record again and removes the records. Clips of their part that say nothing about their
/// visibility hide them.
void restoreSourceVisibility(Scene& scene);

}  // namespace rigkiln
