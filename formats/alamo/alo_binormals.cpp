#include "formats/alamo/alo_binormals.hpp"

#include <array>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "formats/alamo/alo_geometry.hpp"

namespace rigkiln::alamo {
namespace {

glm::dvec3 toDvec3(const Float3& vector) {
    return {vector[0], vector[1], vector[2]};
}

/// Returns more than 0 when the binormals of a triangle point down the image, in the direction of growing V.
/// Returns 0 or NaN for a triangle without area.
double downwards(const std::array<const AloVertex*, 3>& corners) {
    const auto position = [&](std::size_t corner) { return toDvec3(corners.at(corner)->position); };
    const auto texCoord = [&](std::size_t corner) {
        const Float2& uv = corners.at(corner)->texCoords[0];
        return glm::dvec2(uv[0], uv[1]);
    };
    const glm::dvec2 first = texCoord(1) - texCoord(0);
    const glm::dvec2 second = texCoord(2) - texCoord(0);
    const double area = first.x * second.y - first.y * second.x;
    const glm::dvec3 alongV =
        (first.x * (position(2) - position(0)) - second.x * (position(1) - position(0))) * area;
    glm::dvec3 binormal(0.0);
    for (const AloVertex* corner : corners)
        binormal += toDvec3(corner->binormal);
    return glm::dot(binormal, alongV);
}

}  // namespace

bool doBinormalsPointDown(const AloSubMesh& subMesh) {
    const VertexLayout layout = vertexLayout(subMesh.vertexFormat);
    if (!layout.hasTangent || !layout.hasBinormal || layout.texCoordSets == 0) return false;
    std::size_t up = 0;
    std::size_t down = 0;
    for (std::size_t i = 0; i + 3 <= subMesh.indices.size(); i += 3) {
        std::array<const AloVertex*, 3> corners{};
        for (std::size_t corner = 0; corner < corners.size(); ++corner)
            corners.at(corner) = &subMesh.vertices[subMesh.indices[i + corner]];
        const double direction = downwards(corners);
        if (direction > 0) ++down;
        if (direction < 0) ++up;
    }
    return down > up;
}

}  // namespace rigkiln::alamo
