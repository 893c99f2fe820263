#include "pipeline/scene/root_motion.hpp"

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

std::vector<CounterJoint> findCounterJoints(const Scene& scene, std::span<const IndexOf<Joint>> tops,
                                            const std::vector<bool>& isIdle) {
    const std::vector<glm::dmat3> axes = restAxes(scene);
    std::vector<bool> hasChildren(scene.joints.size(), false);
    for (const Joint& joint : scene.joints) {
        if (joint.parent) hasChildren[joint.parent->value] = true;
    }
    std::vector<bool> isReached(scene.joints.size(), false);
    for (const IndexOf<Joint> top : tops)
        isReached[top.value] = true;
    std::vector<CounterJoint> found;
    std::vector<bool> travels(scene.joints.size(), false);
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        if (!isReached[i] && !(parent && travels[parent->value])) continue;
        if (isIdle[i] && hasChildren[i] && isInvertible(axes[i])) {
            travels[i] = true;
            continue;
        }
        const glm::dmat3 above = parent ? axes[parent->value] : glm::dmat3(1.0);
        found.push_back({.joint = IndexOf<Joint>(i), .fromModel = glm::inverse(above)});
    }
    return found;
}

std::vector<IndexOf<Joint>> childrenOf(const Scene& scene, IndexOf<Joint> parent) {
    std::vector<IndexOf<Joint>> children;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (scene.joints[i].parent == parent) children.emplace_back(i);
    }
    return children;
}

bool isInvertible(const glm::dmat3& matrix) {
    constexpr double kFlat = 1e-6;  // of a box of these axes
    const double lengths = glm::length(matrix[0]) * glm::length(matrix[1]) * glm::length(matrix[2]);
    const double least = kFlat * kFlat * kFlat;
    return lengths > least && std::abs(glm::determinant(matrix)) > kFlat * lengths;
}

std::vector<glm::dmat3> restAxes(const Scene& scene) {
    std::vector<glm::dmat3> axes;
    axes.reserve(scene.joints.size());
    for (const Joint& joint : scene.joints) {
        const glm::dmat3 own(toMatrix(joint.rest));
        axes.push_back(joint.parent ? axes[joint.parent->value] * own : own);
    }
    return axes;
}

}  // namespace rigkiln
