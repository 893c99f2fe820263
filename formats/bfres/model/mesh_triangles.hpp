#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/bfres/model/shape.hpp"

namespace rigkiln::bfres {

struct Triangles {
    std::vector<std::uint32_t> vertices;  ///< used vertices of the vertex array, ascending
    std::vector<std::uint32_t> indices;   ///< positions in `vertices`, three per triangle
    std::size_t badTriangles = 0;         ///< left out because they refer to missing vertices
};

/// Returns the triangles of a mesh; splits strips and fans. Returns nothing for points, lines and unknown
/// primitives.
[[nodiscard]] std::optional<Triangles> trianglesOf(const Mesh& mesh, Console console,
                                                   std::uint32_t vertexCount);

}  // namespace rigkiln::bfres
