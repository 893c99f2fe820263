#include "pipeline/scene/root_motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace rigkiln {
namespace {

void addFollowed(const Mesh& mesh, const Skin& skin, std::vector<bool>& isInUse) {
    for (const Primitive& primitive : mesh.primitives) {
        for (const InfluenceSet& set : primitive.influenceSets) {
            for (std::size_t vertex = 0; vertex < set.joints.size(); ++vertex) {
                for (int i = 0; i < 4; ++i) {
                    if (!(set.weights[vertex][i] > 0)) continue;
                    isInUse[skin.joints[set.joints[vertex][static_cast<std::size_t>(i)]].value] = true;
                }
            }
        }
    }
}

}  // namespace

bool isRootMotionJoint(const Joint& joint) {
    const Value* value = joint.extras.find(kRootMotion);
    const auto* flag = value == nullptr ? nullptr : std::get_if<bool>(&value->content());
    return flag != nullptr && *flag;
}

std::vector<bool> jointsInUse(const Scene& scene) {
    std::vector<bool> isInUse(scene.joints.size(), false);
    for (const MeshInstance& instance : scene.instances) {
        if (instance.skin) {
            addFollowed(scene.meshes[instance.mesh.value], scene.skins[instance.skin->value], isInUse);
        } else {
            isInUse[instance.joint.value] = true;
        }
    }
    for (const Attachment& attachment : scene.attachments)
        isInUse[attachment.joint.value] = true;
    for (const Light& light : scene.lights)
        isInUse[light.joint.value] = true;
    return isInUse;
}

RestTree::RestTree(const Scene& scene) : children(scene.joints.size()) {
    axes.reserve(scene.joints.size());
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        const glm::dmat3 own(toMatrix(joint.rest));
        axes.push_back(joint.parent ? axes[joint.parent->value] * own : own);
        if (joint.parent) children[joint.parent->value].emplace_back(i);
    }
}

std::vector<CounterJoint> findCounterJoints(const Scene& scene, const RestTree& tree,
                                            std::span<const IndexOf<Joint>> tops,
                                            const std::vector<bool>& isIdle) {
    std::vector<CounterJoint> found;
    std::vector<IndexOf<Joint>> open(tops.begin(), tops.end());
    while (!open.empty()) {
        const IndexOf<Joint> joint = open.back();
        open.pop_back();
        const std::vector<IndexOf<Joint>>& children = tree.children[joint.value];
        if (isIdle[joint.value] && !children.empty() && isInvertible(tree.axes[joint.value])) {
            open.insert(open.end(), children.begin(), children.end());
            continue;
        }
        const auto& parent = scene.joints[joint.value].parent;
        const glm::dmat3 above = parent ? tree.axes[parent->value] : glm::dmat3(1.0);
        found.push_back({.joint = joint, .fromModel = glm::inverse(above)});
    }
    std::ranges::sort(found, {}, &CounterJoint::joint);
    return found;
}

bool isInvertible(const glm::dmat3& matrix) {
    constexpr double kFlat = 1e-6;  // of a box of these axes
    const double lengths = glm::length(matrix[0]) * glm::length(matrix[1]) * glm::length(matrix[2]);
    const double least = kFlat * kFlat * kFlat;
    return lengths > least && std::abs(glm::determinant(matrix)) > kFlat * lengths;
}

}  // namespace rigkiln
