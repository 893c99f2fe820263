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

/// New position of each vertex.
using Places = std::vector<unsigned int>;

Places placesByFirstUse(const std::vector<std::uint32_t>& indices, std::size_t vertexCount) {
    constexpr unsigned int kUnused = ~0U;
    Places places(vertexCount);
    auto next = static_cast<unsigned int>(
        meshopt_optimizeVertexFetchRemap(places.data(), indices.data(), indices.size(), vertexCount));
    for (unsigned int& place : places) {
        if (place == kUnused) place = next++;
    }
    return places;
}

/// Moves values to the new places of their vertices; each vertex has `width` values.
template <class Value>
void move(std::vector<Value>& values, const Places& places, std::size_t width) {
    if (values.empty()) return;
    std::vector<Value> moved(values.size());
    for (std::size_t vertex = 0; vertex < places.size(); ++vertex) {
        for (std::size_t i = 0; i < width; ++i)
            moved[places[vertex] * width + i] = values[vertex * width + i];
    }
    values = std::move(moved);
}

/// The bytes of vertices in all their streams.
class VertexBytes {
public:
    explicit VertexBytes(const Primitive& primitive) {
        forEachStream(primitive, [this](const auto& values, std::size_t width) { add(values, width); });
    }

    [[nodiscard]] XXH64_hash_t hash(std::uint32_t vertex) const {
        XXH64_hash_t hash = 0;
        for (const Stream& stream : streams_)
            hash = XXH3_64bits_withSeed(stream.bytes + vertex * stream.size, stream.size, hash);
        return hash;
    }

    /// Below 0, 0 or above 0, as std::memcmp.
    [[nodiscard]] int compare(std::uint32_t left, std::uint32_t right) const {
        for (const Stream& stream : streams_) {
            const int order = std::memcmp(stream.bytes + left * stream.size,
                                          stream.bytes + right * stream.size, stream.size);
            if (order != 0) return order;
        }
        return 0;
    }

private:
    struct Stream {
        const std::byte* bytes;
        std::size_t size;  ///< of a vertex
    };

    template <class Value>
    void add(const std::vector<Value>& values, std::size_t width) {
        if (!values.empty())
            streams_.push_back({reinterpret_cast<const std::byte*>(values.data()), sizeof(Value) * width});
    }

    std::vector<Stream> streams_;
};

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

Primitive weldVertices(const Primitive& primitive) {
    struct Vertex {
        XXH64_hash_t hash;  ///< sorts nearly all without a look at their bytes
        std::uint32_t number;
    };
    const VertexBytes bytes(primitive);
    std::vector<Vertex> sorted;
    sorted.reserve(primitive.positions.size());
    for (std::uint32_t i = 0; i < primitive.positions.size(); ++i) {
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
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> places(sorted.size());
    for (std::uint32_t vertex = 0; vertex < first.size(); ++vertex) {
        places[vertex] =
            first[vertex] == vertex ? static_cast<std::uint32_t>(kept.size()) : places[first[vertex]];
        if (first[vertex] == vertex) kept.push_back(vertex);
    }
    Primitive welded = primitive;
    if (kept.size() == sorted.size()) return welded;
    for (std::uint32_t& index : welded.indices)
        index = places[index];
    forEachStream(welded, [&](auto& values, std::size_t width) { keep(values, kept, width); });
    return welded;
}

Primitive inVertexOrder(const Primitive& primitive, bool keepTriangles) {
    Primitive ordered = primitive;
    const std::size_t vertexCount = ordered.positions.size();
    if (!keepTriangles && !ordered.indices.empty()) {
        meshopt_optimizeVertexCache(ordered.indices.data(), primitive.indices.data(),
                                    primitive.indices.size(), vertexCount);
    }
    const Places places = placesByFirstUse(ordered.indices, vertexCount);
    for (std::uint32_t& index : ordered.indices)
        index = places[index];
    forEachStream(ordered, [&](auto& values, std::size_t width) { move(values, places, width); });
    return ordered;
}

}  // namespace rigkiln
