#pragma once

#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Key in the extras of a root joint: metres by which raiseModel moved the model up (docs/extras.md, Height
/// and ground).
inline constexpr std::string_view kRaisedBy = "raised_by";

/// Moves everything up: the rest poses of root joints and their keys, and with them all that is below.
/// Skinned vertices and inverse bind matrices move too, so that the bind pose stays where the rest pose is,
/// unless a mesh is used both with and without a skin. Root joints get kRaisedBy. Precondition: the scene is
/// canonical and satisfies its laws.
void raiseModel(Scene& scene, double metres);

/// Moves back down what raiseModel moved, by the records of joints, and removes these. The result is that
/// before raiseModel up to the rounding of floats. A joint may have got parents since.
void lowerRaisedModels(Scene& scene);

}  // namespace rigkiln
