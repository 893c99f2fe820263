#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/scene/mesh.hpp"

namespace rigkiln {

/// Borrowed view of one attribute of vertices: `size` bytes of each vertex, one after the other.
struct VertexStream {
    std::span<const std::byte> bytes{};
    std::size_t size = 0;
};

/// Vertices that stay when equal ones become one.
struct VertexMerge {
    std::vector<std::uint32_t> kept{};    ///< old numbers of the vertices that stay, ascending
    std::vector<std::uint32_t> places{};  ///< by old number: the new one
};

/// Finds vertices that are equal to the bit in all streams; of these the first stays. Takes n log n time.
/// Precondition: each stream has `size * vertexCount` bytes.
[[nodiscard]] VertexMerge mergeEqualVertices(std::span<const VertexStream> streams, std::size_t vertexCount);

/// An order of vertices and triangles.
struct VertexOrder {
    std::vector<std::uint32_t> indices{};   ///< corners of triangles, as new numbers of vertices
    std::vector<std::uint32_t> vertices{};  ///< by new number: the old one
};

/// Sorts triangles into strips, which packed streams take the fewest bytes for, and vertices by their first
/// use, unused ones last. Corners of a triangle may turn, but keep their sense. With `keepTriangles` only
/// vertices move, for blended primitives that must be drawn in the order of the file. Nothing is lost.
[[nodiscard]] VertexOrder orderVertices(std::span<const std::uint32_t> indices, std::size_t vertexCount,
                                        bool keepTriangles);

/// Returns the primitive without repeated vertices: of those that are equal to the bit in all streams the
/// first stays, in its place among the others. Takes n log n time.
[[nodiscard]] Primitive weldVertices(Primitive primitive);

}  // namespace rigkiln
