#include "pipeline/animation/rest_placement.hpp"

#include <array>
#include <cstdint>

#include <glm/vec4.hpp>

namespace rigkiln {
namespace {

/// Calls `add(weight, joint of the skin)` for each influence of a vertex.
template <class Add>
void forEachInfluence(const Primitive& primitive, std::size_t vertex, Add add) {
    for (const InfluenceSet& set : primitive.influenceSets) {
        const glm::vec4& weights = set.weights[vertex];
        const std::array<std::uint16_t, 4>& joints = set.joints[vertex];
        for (int k = 0; k < 4; ++k) {
            const auto weight = static_cast<double>(weights[k]);
            if (weight > 0) add(weight, joints.at(static_cast<std::size_t>(k)));
        }
    }
}

}  // namespace

RestPlacement::RestPlacement(const Scene& scene, const MeshInstance& instance,
                             std::span<const glm::dmat4> worlds)
    : isSkinned_(instance.skin.has_value()) {
    if (!isSkinned_) {
        matrices_.push_back(worlds[instance.joint.value]);
        return;
    }
    const Skin& skin = scene.skins[instance.skin->value];
    matrices_.reserve(skin.joints.size());
    for (std::size_t i = 0; i < skin.joints.size(); ++i)
        matrices_.push_back(worlds[skin.joints[i].value] * glm::dmat4(skin.inverseBindMatrices[i]));
}

glm::dvec3 RestPlacement::position(const Primitive& primitive, std::size_t vertex) const {
    const glm::dvec4 position(glm::dvec3(primitive.positions[vertex]), 1.0);
    if (!isSkinned_) return glm::dvec3(matrices_.front() * position);
    glm::dvec4 sum(0.0);
    forEachInfluence(primitive, vertex, [&](double weight, std::uint16_t joint) {
        sum += weight * (matrices_[joint] * position);
    });
    return glm::dvec3(sum);
}

glm::dmat3 RestPlacement::turn(const Primitive& primitive, std::size_t vertex) const {
    if (!isSkinned_) return glm::dmat3(matrices_.front());
    glm::dmat3 sum(0.0);
    forEachInfluence(primitive, vertex, [&](double weight, std::uint16_t joint) {
        sum += weight * glm::dmat3(matrices_[joint]);
    });
    return sum;
}

}  // namespace rigkiln
