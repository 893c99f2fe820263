#pragma once

#include <glm/mat4x4.hpp>

#include "pipeline/scene/mesh.hpp"

namespace rigkiln {

/// Moves the vertices of a mesh by an affine matrix. Normals and tangents stay unit. A mirroring matrix also
/// turns the triangles around, so that their fronts stay fronts, and changes the signs of bitangents. A
/// normal or tangent that the matrix leaves without a direction stays as it is. Computes in double; the
/// identity changes no bit.
void transformMesh(Mesh& mesh, const glm::dmat4& matrix);

}  // namespace rigkiln
