#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/gsm_options.hpp"

namespace rigkiln::swat3 {

/// Normals of all effective vertices at rest: the sum, made unit, of those of the triangles in the vertex's
/// shared list, which say how far a surface is smooth. `places` are of positions and blends; triangles count
/// as counter-clockwise. Zero where the triangles have no area or cancel each other out.
///
/// By angle, a triangle counts with its angle at the vertex's position, and not at all away from it.
[[nodiscard]] std::vector<glm::dvec3> smoothNormals(const GsmFile& file,
                                                    const std::vector<glm::dvec3>& places,
                                                    NormalWeight weight);

}  // namespace rigkiln::swat3
