#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/shape.hpp"

namespace rigkiln::bfres {

struct Triangles {
    std::vector<std::uint32_t> vertices;  ///< of the vertex array, ascending: those that are used
    std::vector<std::uint32_t> indices;   ///< positions in `vertices`, three a triangle
    std::size_t badTriangles = 0;         ///< left out: they name vertices that are not there
};

/// The triangles of a mesh, strips and fans taken apart. Nothing for points, lines and what nothing is known
/// about.
[[nodiscard]] std::optional<Triangles> trianglesOf(const Mesh& mesh, Console console,
                                                   std::uint32_t vertexCount);

}  // namespace rigkiln::bfres
