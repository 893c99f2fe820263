#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/bfres/model/vertex_array.hpp"

/// FSHP, shapes: geometry drawn with one material (README, section Shapes).
namespace rigkiln::bfres {

struct SubMesh {
    std::uint32_t offset = 0;  ///< in bytes
    std::uint32_t count = 0;   ///< of indices

    bool operator==(const SubMesh&) const = default;
};

/// Level of detail. The first of a shape is the finest.
struct Mesh {
    std::uint32_t primitive = 0;    ///< triangles: 4 on the Wii U, 3 on the Switch
    std::uint32_t indexFormat = 0;  ///< see indicesOf
    std::uint32_t indexCount = 0;
    std::uint32_t firstVertex = 0;  ///< added to every index
    std::vector<SubMesh> subMeshes;
    VertexBuffer indices;

    bool operator==(const Mesh&) const = default;
};

/// Laws of a decoded shape: meshes of known index formats hold all their indices. Bounding volumes are not
/// kept: they follow from the vertices, and some tools write wrong ones.
struct Shape {
    std::string name;
    std::uint32_t flags = 0;  ///< bit 1: has vertices
    std::uint16_t index = 0;  ///< its own index
    std::uint16_t material = 0;
    std::uint16_t bone = 0;         ///< moves the whole shape when skinCount is 0
    std::uint16_t vertexArray = 0;  ///< index
    std::uint8_t skinCount = 0;     ///< 0: all follows `bone`; 1: one matrix per vertex; more: weights
    std::uint8_t keyShapeCount = 0;
    std::uint8_t targetAttributeCount = 0;
    std::vector<std::uint16_t> skinBones;  ///< used bones, sorted; not a palette
    std::vector<float> radii;              ///< Wii U: one, from 4.5 one per mesh
    std::vector<Mesh> meshes;

    bool operator==(const Shape&) const = default;
};

/// Size of an index in bytes; 0 for unknown formats. Wii U: 4 and 9 are 16 and 32 bits, 0 and 1 the same in
/// little-endian order. Switch: 0, 1 and 2 are 8, 16 and 32 bits.
[[nodiscard]] std::size_t indexSize(Console console, std::uint32_t indexFormat);

/// Indices of a mesh with firstVertex added; empty for unknown formats. They may lie outside the vertices and
/// exceed 32 bits. Precondition: the laws of the mesh.
[[nodiscard]] std::vector<std::uint64_t> indicesOf(const Mesh& mesh, Console console);

[[nodiscard]] std::size_t shapeSize(const Layout& layout);

/// Throws FormatError.
[[nodiscard]] Shape readShape(BfresReader& file, Place section);

/// `labels` and `vertexArrays` are the labels of the sections. Throws EncodeError.
void writeShapes(BfresWriter& out, const std::vector<Shape>& shapes, const std::vector<Label>& labels,
                 const std::vector<Label>& vertexArrays);

}  // namespace rigkiln::bfres
