#include "pipeline/wayback/choose_joints.hpp"

#include <cstdint>
#include <map>

namespace rigkiln {
namespace {

/// Without those above the roots.
std::vector<std::optional<std::size_t>> parentsBelowRoots(const Scene& scene,
                                                          const std::vector<bool>& isAboveRoots) {
    std::vector<std::optional<std::size_t>> parents(scene.joints.size());
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        if (parent && !isAboveRoots[parent->value]) parents[i] = parent->value;
    }
    return parents;
}

/// Parents stand before their children.
std::vector<bool> jointsBetween(const Scene& scene, const std::vector<bool>& isAboveRoots) {
    std::vector<bool> isSkinned(scene.joints.size(), false);
    for (const Skin& skin : scene.skins) {
        for (const IndexOf<Joint> joint : skin.joints)
            isSkinned[joint.value] = !isAboveRoots[joint.value];
    }
    const std::vector<std::optional<std::size_t>> parents = parentsBelowRoots(scene, isAboveRoots);
    std::vector<std::size_t> below(isSkinned.begin(), isSkinned.end());  // this one included
    for (std::size_t i = below.size(); i-- > 0;) {
        if (const auto parent = parents[i]) below[*parent] += below[i];
    }
    std::vector<std::size_t> ofTree = below;
    std::vector<bool> leadsToAll(below.size(), false);
    for (std::size_t i = 0; i < below.size(); ++i) {
        const auto parent = parents[i];
        if (!parent) continue;
        ofTree[i] = ofTree[*parent];
        if (below[i] == ofTree[i]) leadsToAll[*parent] = true;
    }
    std::vector<bool> isBone(below.size(), false);
    for (std::size_t i = 0; i < below.size(); ++i)
        isBone[i] = below[i] > 0 && !leadsToAll[i];
    return isBone;
}

std::vector<bool> jointsBelowRoots(const std::vector<bool>& isAboveRoots) {
    std::vector<bool> isBone = isAboveRoots;
    isBone.flip();
    return isBone;
}

}  // namespace

std::vector<IndexOf<Joint>> jointsWithIds(const BoneIds& ids) {
    std::map<std::uint32_t, IndexOf<Joint>> byId;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i]) byId.emplace(*ids[i], IndexOf<Joint>(i));
    }
    std::vector<IndexOf<Joint>> joints;
    joints.reserve(byId.size());
    for (const auto& [id, joint] : byId)
        joints.push_back(joint);
    return joints;
}

std::vector<IndexOf<Joint>> jointsOfSkins(const Scene& scene, const std::vector<bool>& isAboveRoots) {
    const std::vector<bool> isBone =
        scene.skins.empty() ? jointsBelowRoots(isAboveRoots) : jointsBetween(scene, isAboveRoots);
    std::vector<IndexOf<Joint>> joints;
    for (std::size_t i = 0; i < isBone.size(); ++i) {
        if (isBone[i]) joints.emplace_back(i);
    }
    return joints;
}

std::vector<bool> jointsWithWeight(const Scene& scene) {
    std::vector<bool> hasWeight(scene.joints.size(), false);
    for (const MeshInstance& instance : scene.instances) {
        if (!instance.skin || instance.role != MeshRole::Render) continue;
        const Skin& skin = scene.skins[instance.skin->value];
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            for (const InfluenceSet& set : primitive.influenceSets) {
                for (std::size_t vertex = 0; vertex < set.joints.size(); ++vertex) {
                    for (std::size_t i = 0; i < 4; ++i) {
                        if (set.weights[vertex][static_cast<glm::length_t>(i)] > 0)
                            hasWeight[skin.joints[set.joints[vertex][i]].value] = true;
                    }
                }
            }
        }
    }
    return hasWeight;
}

std::optional<std::size_t> nearestBone(const Scene& scene, std::span<const std::optional<std::size_t>> bones,
                                       std::optional<IndexOf<Joint>> joint) {
    for (; joint; joint = scene.joints[joint->value].parent) {
        if (const auto bone = bones[joint->value]) return bone;
    }
    return std::nullopt;
}

}  // namespace rigkiln
