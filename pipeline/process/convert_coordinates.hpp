#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Makes a scene canonical: +Y up, and lengths multiplied by `metresPerUnit`. Both are baked into vertices,
/// rest poses, inverse bind matrices, keys, attachments and lights, so that no node above the skeleton has to
/// rotate or scale anything.
///
/// Z-up to Y-up is the exact permutation (x, y, z) -> (x, z, -y), for quaternions (x, y, z, w) -> (x, z, -y,
/// w): no bit is lost, and quantised keys stay quantised. A scale of 1 changes no bit either. Scales per axis
/// are permuted without sign. Afterwards scene.upAxis is YUp. Precondition: metresPerUnit is finite and
/// positive.
void convertCoordinates(Scene& scene, double metresPerUnit);

}  // namespace rigkiln
