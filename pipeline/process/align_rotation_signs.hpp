#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Negates rotation keys so that neighbours lie in one hemisphere (dot product not negative). The rotations
/// stay the same, and readers that interpolate the four numbers naively then take the shorter way. Exact,
/// because negation loses no bit. Leaves CubicSpline as it is: the polynomial between two keys is that of
/// their numbers, so a key of the other sign is another motion.
void alignRotationSigns(Scene& scene);

}  // namespace rigkiln
