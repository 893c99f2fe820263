#pragma once

#include "pipeline/scene/mesh.hpp"

namespace rigkiln {

/// The primitive with its triangles in the order that reuses transformed vertices most (corners of a triangle
/// stay in their order), and its vertices in the order of their first use; those that no triangle uses come
/// last. With `keepTriangles`, for what is blended and drawn in the order of the file, only vertices move.
/// Nothing is lost or merged.
[[nodiscard]] Primitive inVertexOrder(const Primitive& primitive, bool keepTriangles);

}  // namespace rigkiln
