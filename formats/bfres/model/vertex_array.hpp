#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/bfres/base/bfres_reader.hpp"
#include "formats/bfres/base/bfres_writer.hpp"

/// FVTX, vertices (README, section Vertices).
namespace rigkiln::bfres {

struct VertexAttribute {
    std::string name;          ///< "_p0": position, "_i0": matrices, "_w0": weights
    std::uint8_t buffer = 0;   ///< index in the array's buffers
    std::uint16_t offset = 0;  ///< bytes from the start of the vertex
    std::uint32_t format = 0;  ///< see vertex_format.hpp; numbered differently on each console

    bool operator==(const VertexAttribute&) const = default;
};

struct VertexBuffer {
    std::uint16_t stride = 0;  ///< bytes from one vertex to the next
    std::uint16_t copies = 1;  ///< Wii U: how many times the bytes are stored
    std::vector<std::byte> bytes;

    bool operator==(const VertexBuffer&) const = default;
};

/// Laws of a decoded array: attributes of known formats lie inside their vertices; buffers hold all vertices.
struct VertexArray {
    std::uint16_t index = 0;  ///< its own index
    std::uint32_t vertexCount = 0;
    std::uint8_t skinCount = 0;  ///< number of matrices that move a vertex
    std::vector<VertexAttribute> attributes;
    std::vector<VertexBuffer> buffers;

    bool operator==(const VertexArray&) const = default;
};

[[nodiscard]] std::size_t vertexArraySize(const Layout& layout);

/// Throws FormatError.
[[nodiscard]] VertexArray readVertexArray(BfresReader& file, Place section);

/// Writes the headers one after the other, then their contents. The vertices become bulk data. Throws
/// EncodeError.
void writeVertexArrays(BfresWriter& out, const std::vector<VertexArray>& arrays,
                       const std::vector<Label>& labels);

/// Reads a Wii U buffer of vertices or indices. Throws FormatError.
[[nodiscard]] VertexBuffer readBuffer(BfresReader& file, ByteReader& in);
void writeBuffer(BfresWriter& out, const VertexBuffer& buffer, std::size_t alignment);

}  // namespace rigkiln::bfres
