#include "pipeline/packing/vertex_order.hpp"

#include <cstddef>
#include <cstdint>
#include <meshoptimizer.h>
#include <utility>
#include <vector>

namespace rigkiln {
namespace {

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
void move(std::vector<Value>& values, const Places& places, std::size_t width = 1) {
    if (values.empty()) return;
    std::vector<Value> moved(values.size());
    for (std::size_t vertex = 0; vertex < places.size(); ++vertex) {
        for (std::size_t i = 0; i < width; ++i)
            moved[places[vertex] * width + i] = values[vertex * width + i];
    }
    values = std::move(moved);
}

}  // namespace

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
    move(ordered.positions, places);
    move(ordered.normals, places);
    move(ordered.tangents, places);
    move(ordered.colors, places);
    for (auto& set : ordered.texCoordSets)
        move(set, places);
    for (InfluenceSet& set : ordered.influenceSets) {
        move(set.joints, places);
        move(set.weights, places);
    }
    for (VertexAttribute& own : ordered.attributes)
        move(own.values, places, own.components);
    return ordered;
}

}  // namespace rigkiln
