#include "pipeline/animation/rest_bounds.hpp"

#include <cstddef>
#include <vector>

#include <glm/common.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/rest_placement.hpp"

namespace rigkiln {
namespace {

void include(std::optional<Bounds>& bounds, const glm::dvec3& point) {
    if (!bounds) bounds = Bounds{.minimum = point, .maximum = point};
    bounds->minimum = glm::min(bounds->minimum, point);
    bounds->maximum = glm::max(bounds->maximum, point);
}

void includeInstance(const Scene& scene, const MeshInstance& instance, const std::vector<glm::dmat4>& world,
                     std::optional<Bounds>& bounds) {
    const RestPlacement placement(scene, instance, world);
    for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
        for (std::size_t v = 0; v < primitive.positions.size(); ++v)
            include(bounds, placement.position(primitive, v));
    }
}

}  // namespace

std::optional<Bounds> restBounds(const Scene& scene) {
    const std::vector<glm::dmat4> world = worldMatrices(scene, restPose(scene));
    std::optional<Bounds> bounds;
    for (const MeshInstance& instance : scene.instances)
        includeInstance(scene, instance, world, bounds);
    if (bounds) return bounds;
    for (const glm::dmat4& joint : world)
        include(bounds, glm::dvec3(joint[3]));
    return bounds;
}

}  // namespace rigkiln
