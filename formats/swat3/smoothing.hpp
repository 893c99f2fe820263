#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/gsm_options.hpp"

namespace rigkiln::swat3 {

/// Computes the rest normals of all effective vertices. A normal is the normalised sum of the face normals in
/// the vertex's shared list, which tells how far the surface is smooth. `places` holds positions and blends;
/// triangles count as counter-clockwise. Zero where the triangles have no area or cancel out.
///
/// Weighted by angle, a triangle counts with its angle at the vertex's position, and not at all if it does
/// not touch it.
[[nodiscard]] std::vector<glm::dvec3> smoothNormals(const GsmFile& file,
                                                    const std::vector<glm::dvec3>& places,
                                                    NormalWeight weight);

}  // namespace rigkiln::swat3
