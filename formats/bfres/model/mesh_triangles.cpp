#include "formats/bfres/model/mesh_triangles.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rigkiln::bfres {
namespace {

enum class PrimitiveKind : std::uint8_t { List, Strip, Fan };

std::optional<PrimitiveKind> kindOf(std::uint32_t primitive, Console console) {
    if (console == Console::Switch) {
        if (primitive == 3) return PrimitiveKind::List;
        if (primitive == 4) return PrimitiveKind::Strip;
        return std::nullopt;
    }
    switch (primitive) {
        case 4:
            return PrimitiveKind::List;
        case 5:
            return PrimitiveKind::Fan;
        case 6:
            return PrimitiveKind::Strip;
        default:
            return std::nullopt;
    }
}

using Corners = std::array<std::uint64_t, 3>;

template <class Take>
void forEachTriangle(const std::vector<std::uint64_t>& indices, PrimitiveKind kind, const Take& take) {
    if (kind == PrimitiveKind::List) {
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
            take(Corners{indices[i], indices[i + 1], indices[i + 2]});
        return;
    }
    for (std::size_t i = 0; i + 2 < indices.size(); ++i) {
        Corners corners = {indices[i], indices[i + 1], indices[i + 2]};
        if (kind == PrimitiveKind::Fan)
            corners[0] = indices[0];
        else if (i % 2 == 1)
            std::swap(corners[0], corners[1]);
        // Strips contain triangles without area to turn corners.
        const bool isFlat = corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2];
        if (!isFlat) take(corners);
    }
}

/// Sorts the indices if they are few compared to the vertices; otherwise marks the vertices.
std::vector<std::uint32_t> usedVertices(const std::vector<std::uint32_t>& indices,
                                        std::uint32_t vertexCount) {
    std::vector<std::uint32_t> used;
    if (indices.size() < vertexCount / 8) {
        used = indices;
        std::ranges::sort(used);
        used.erase(std::unique(used.begin(), used.end()), used.end());
        return used;
    }
    std::vector<bool> isUsed(vertexCount);
    for (const std::uint32_t index : indices)
        isUsed[index] = true;
    for (std::uint32_t vertex = 0; vertex < vertexCount; ++vertex) {
        if (isUsed[vertex]) used.push_back(vertex);
    }
    return used;
}

void renumber(Triangles& triangles) {
    if (triangles.vertices.empty() || triangles.vertices.back() + std::size_t{1} == triangles.vertices.size())
        return;  // all are used
    for (std::uint32_t& index : triangles.indices) {
        const auto place = std::ranges::lower_bound(triangles.vertices, index);
        index = static_cast<std::uint32_t>(place - triangles.vertices.begin());
    }
}

}  // namespace

std::optional<Triangles> trianglesOf(const Mesh& mesh, Console console, std::uint32_t vertexCount) {
    const std::optional<PrimitiveKind> kind = kindOf(mesh.primitive, console);
    if (!kind) return std::nullopt;
    Triangles triangles;
    forEachTriangle(indicesOf(mesh, console), *kind, [&](const Corners& corners) {
        if (std::ranges::any_of(corners, [&](std::uint64_t corner) { return corner >= vertexCount; })) {
            ++triangles.badTriangles;
            return;
        }
        for (const std::uint64_t corner : corners)
            triangles.indices.push_back(static_cast<std::uint32_t>(corner));
    });
    triangles.vertices = usedVertices(triangles.indices, vertexCount);
    renumber(triangles);
    return triangles;
}

}  // namespace rigkiln::bfres
