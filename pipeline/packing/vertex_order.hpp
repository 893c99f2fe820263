#pragma once

#include "pipeline/scene/mesh.hpp"

namespace rigkiln {

/// Returns the primitive with triangles sorted for the best reuse of transformed vertices (the corners of a
/// triangle keep their order) and vertices sorted by first use, unused ones last. With `keepTriangles` only
/// vertices move, for blended primitives that must be drawn in the order of the file. Nothing is lost or
/// merged.
[[nodiscard]] Primitive inVertexOrder(const Primitive& primitive, bool keepTriangles);

/// Returns the primitive without repeated vertices: of those that are equal to the bit in all streams the
/// first stays, in its place among the others. Takes n log n time.
[[nodiscard]] Primitive weldVertices(const Primitive& primitive);

}  // namespace rigkiln
