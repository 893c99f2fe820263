#pragma once

#include "pipeline/scene/mesh.hpp"

namespace rigkiln::gltf_export {

/// Depth of a dent that counts as rounding, relative to the diagonal of the mesh's box.
inline constexpr double kConvexTolerance = 1e-4;

/// Whether the triangles of all primitives together are proven to be the closed surface of one convex body,
/// within kConvexTolerance. Vertices in the same place are one; triangles without an area do not count. Any
/// winding is allowed that is the same everywhere. False says nothing of the body: a hole in the surface, or
/// an edge that ends in the middle of another, is enough.
///
/// Takes time that grows as n log n with the vertices: looks at each edge and each triangle once. Source: K.
/// Mehlhorn and others, "Checking geometric programs or verification of geometric structures", Computational
/// Geometry 12 (1999): a closed surface that is convex at each edge is that of a convex body if a point is
/// behind all its triangles, and a ray from it crosses only one.
[[nodiscard]] bool isProvenConvex(const Mesh& mesh);

}  // namespace rigkiln::gltf_export
