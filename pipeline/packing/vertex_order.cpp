#include "pipeline/packing/vertex_order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <meshoptimizer.h>
#include <utility>
#include <vector>

#include <xxhash.h>

#include "pipeline/base/stop.hpp"

namespace rigkiln {
namespace {

/// Calls `visit` with the values of each stream of the vertices, and how many of them each vertex has.
template <class AnyPrimitive, class Visit>
void forEachStream(AnyPrimitive& primitive, Visit visit) {
    visit(primitive.positions, 1);
    visit(primitive.normals, 1);
    visit(primitive.tangents, 1);
    visit(primitive.colors, 1);
    for (auto& set : primitive.texCoordSets)
        visit(set, 1);
    for (auto& set : primitive.influenceSets) {
        visit(set.joints, 1);
        visit(set.weights, 1);
    }
    for (auto& own : primitive.attributes)
        visit(own.values, own.components);
}

/// Compares vertices by their bytes in all streams.
class VertexBytes {
public:
    explicit VertexBytes(std::span<const VertexStream> streams) : streams_(streams) {}

    [[nodiscard]] XXH64_hash_t hash(std::uint32_t vertex) const {
        XXH64_hash_t hash = 0;
        for (const VertexStream& stream : streams_)
            hash = XXH3_64bits_withSeed(at(stream, vertex), stream.size, hash);
        return hash;
    }

    /// Below 0, 0 or above 0, as std::memcmp.
    [[nodiscard]] int compare(std::uint32_t left, std::uint32_t right) const {
        for (const VertexStream& stream : streams_) {
            const int order = std::memcmp(at(stream, left), at(stream, right), stream.size);
            if (order != 0) return order;
        }
        return 0;
    }

private:
    static const std::byte* at(const VertexStream& stream, std::uint32_t vertex) {
        return stream.bytes.data() + vertex * stream.size;
    }

    std::span<const VertexStream> streams_;
};

std::vector<VertexStream> streamsOf(const Primitive& primitive) {
    std::vector<VertexStream> streams;
    forEachStream(primitive, [&](const auto& values, std::size_t width) {
        const auto bytes = std::as_bytes(std::span(values));
        if (!values.empty()) streams.push_back({bytes, sizeof(values[0]) * width});
    });
    return streams;
}

/// Moves the values of vertices that stay to the front, in their order.
template <class Value>
void keep(std::vector<Value>& values, const std::vector<std::uint32_t>& kept, std::size_t width) {
    if (values.empty()) return;
    for (std::size_t place = 0; place < kept.size(); ++place) {
        for (std::size_t i = 0; i < width; ++i)
            values[place * width + i] = values[kept[place] * width + i];
    }
    values.resize(kept.size() * width);
}

}  // namespace

VertexMerge mergeEqualVertices(std::span<const VertexStream> streams, std::size_t vertexCount) {
    struct Vertex {
        XXH64_hash_t hash;  ///< sorts nearly all without a look at their bytes
        std::uint32_t number;
    };
    const VertexBytes bytes(streams);
    std::vector<Vertex> sorted;
    sorted.reserve(vertexCount);
    for (std::uint32_t i = 0; i < vertexCount; ++i) {
        checkStop();
        sorted.push_back({bytes.hash(i), i});
    }
    std::ranges::sort(sorted, [&](const Vertex& left, const Vertex& right) {
        if (left.hash != right.hash) return left.hash < right.hash;
        checkStop();
        const int order = bytes.compare(left.number, right.number);
        return order != 0 ? order < 0 : left.number < right.number;
    });
    std::vector<std::uint32_t> first(sorted.size());  // of the vertices that are equal
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const bool isRepeated = i > 0 && sorted[i - 1].hash == sorted[i].hash &&
                                bytes.compare(sorted[i - 1].number, sorted[i].number) == 0;
        first[sorted[i].number] = isRepeated ? first[sorted[i - 1].number] : sorted[i].number;
    }
    VertexMerge merge;
    merge.places.resize(vertexCount);
    for (std::uint32_t vertex = 0; vertex < first.size(); ++vertex) {
        const bool stays = first[vertex] == vertex;
        merge.places[vertex] =
            stays ? static_cast<std::uint32_t>(merge.kept.size()) : merge.places[first[vertex]];
        if (stays) merge.kept.push_back(vertex);
    }
    return merge;
}

VertexOrder orderVertices(std::span<const std::uint32_t> indices, std::size_t vertexCount,
                          bool keepTriangles) {
    constexpr unsigned int kUnused = ~0U;
    VertexOrder order{.indices = {indices.begin(), indices.end()},
                      .vertices = std::vector<std::uint32_t>(vertexCount)};
    if (!keepTriangles && !indices.empty()) {
        meshopt_optimizeVertexCacheStrip(order.indices.data(), indices.data(), indices.size(), vertexCount);
    }
    std::vector<unsigned int> places(vertexCount);
    auto next = static_cast<unsigned int>(meshopt_optimizeVertexFetchRemap(
        places.data(), order.indices.data(), order.indices.size(), vertexCount));
    for (std::uint32_t vertex = 0; vertex < vertexCount; ++vertex) {
        if (places[vertex] == kUnused) places[vertex] = next++;
        order.vertices[places[vertex]] = vertex;
    }
    for (std::uint32_t& index : order.indices)
        index = places[index];
    return order;
}

Primitive weldVertices(Primitive primitive) {
    const std::size_t count = primitive.positions.size();
    const VertexMerge merge = mergeEqualVertices(streamsOf(primitive), count);
    if (merge.kept.size() == count) return primitive;
    for (std::uint32_t& index : primitive.indices)
        index = merge.places[index];
    forEachStream(primitive, [&](auto& values, std::size_t width) { keep(values, merge.kept, width); });
    return primitive;
}

}  // namespace rigkiln
