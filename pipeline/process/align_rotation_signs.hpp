#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Negates rotation keys so that neighbours lie in one hemisphere (dot product not negative). The rotations
/// stay the same, and readers that interpolate the four numbers naively then take the shorter way. Negates a
/// CubicSpline key together with its tangents. Exact, because negation loses no bit.
void alignRotationSigns(Scene& scene);

}  // namespace rigkiln
