#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Negates rotation keys so that neighbours lie in one hemisphere (dot product not negative). The rotations
/// stay the same; readers that interpolate the four numbers without care then take the short way round, as
/// readers that do care would. CubicSpline keys are negated together with their tangents. Exact: negation
/// loses no bit.
void alignRotationSigns(Scene& scene);

}  // namespace rigkiln
