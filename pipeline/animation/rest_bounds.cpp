#include "pipeline/animation/rest_bounds.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include <glm/common.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "pipeline/animation/pose.hpp"

namespace rigkiln {
namespace {

using Matrices = std::vector<glm::dmat4>;

void include(std::optional<Bounds>& bounds, const glm::dvec3& point) {
    if (!bounds) bounds = Bounds{.minimum = point, .maximum = point};
    bounds->minimum = glm::min(bounds->minimum, point);
    bounds->maximum = glm::max(bounds->maximum, point);
}

/// Mesh space to model space for each joint of a skin.
Matrices skinMatrices(const Skin& skin, const Matrices& world) {
    Matrices matrices;
    matrices.reserve(skin.joints.size());
    for (std::size_t i = 0; i < skin.joints.size(); ++i)
        matrices.push_back(world[skin.joints[i].value] * glm::dmat4(skin.inverseBindMatrices[i]));
    return matrices;
}

glm::dvec4 skinned(const Primitive& primitive, std::size_t vertex, const Matrices& matrices) {
    const glm::dvec4 position(glm::dvec3(primitive.positions[vertex]), 1.0);
    glm::dvec4 sum(0.0);
    for (const InfluenceSet& set : primitive.influenceSets) {
        const glm::vec4& weights = set.weights[vertex];
        const std::array<std::uint16_t, 4>& joints = set.joints[vertex];
        for (int k = 0; k < 4; ++k) {
            const auto weight = static_cast<double>(weights[k]);
            if (weight > 0) sum += weight * (matrices[joints.at(static_cast<std::size_t>(k))] * position);
        }
    }
    return sum;
}

void includeInstance(const Scene& scene, const MeshInstance& instance, const Matrices& world,
                     std::optional<Bounds>& bounds) {
    const Matrices skin = instance.skin ? skinMatrices(scene.skins[instance.skin->value], world) : Matrices();
    const glm::dmat4& place = world[instance.joint.value];
    for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
        for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
            const glm::dvec4 point = instance.skin
                                         ? skinned(primitive, v, skin)
                                         : place * glm::dvec4(glm::dvec3(primitive.positions[v]), 1.0);
            include(bounds, glm::dvec3(point));
        }
    }
}

}  // namespace

std::optional<Bounds> restBounds(const Scene& scene) {
    const Matrices world = worldMatrices(scene, restPose(scene));
    std::optional<Bounds> bounds;
    for (const MeshInstance& instance : scene.instances)
        includeInstance(scene, instance, world, bounds);
    if (bounds) return bounds;
    for (const glm::dmat4& joint : world)
        include(bounds, glm::dvec3(joint[3]));
    return bounds;
}

}  // namespace rigkiln
