#include "formats/gltf/engine_rules/blender_bones.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "formats/gltf/engine_rules/node_tree.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

using gltf_validation::Skin;

/// Joints of a skin that are in the tree.
std::vector<std::size_t> jointsIn(const NodeTree& tree, const Skin& skin) {
    std::vector<std::size_t> joints;
    for (const Integer joint : skin.joints.value_or(std::vector<Integer>())) {
        if (tree.contains(joint)) joints.push_back(static_cast<std::size_t>(joint));
    }
    return joints;
}

/// Precondition: `joints` is not empty.
std::size_t armatureOf(const NodeTree& tree, const Skin& skin, const std::vector<std::size_t>& joints) {
    std::size_t common = joints.front();
    for (const std::size_t joint : joints)
        common = tree.commonAncestor(common, joint);
    if (tree.contains(skin.skeleton))
        common = tree.commonAncestor(common, static_cast<std::size_t>(skin.skeleton));
    return std::ranges::find(joints, common) == joints.end() ? common : tree.parentOf(common);
}

}  // namespace

BlenderBones findBlenderBones(const EngineFile& file) {
    const Document& document = file.document();
    const NodeTree tree(document.nodes);
    std::set<std::size_t> candidates;
    // Depth of the highest armature that has the node, or a joint below it, among its joints.
    std::vector<std::size_t> highest(tree.top() + 1, std::numeric_limits<std::size_t>::max());
    for (const auto& skin : document.skins.items) {
        if (!skin) continue;
        const std::vector<std::size_t> joints = jointsIn(tree, *skin);
        if (joints.empty()) continue;
        const std::size_t armature = armatureOf(tree, *skin, joints);
        candidates.insert(armature);
        for (const std::size_t joint : joints)
            highest[joint] = std::min(highest[joint], tree.depthOf(armature));
    }
    std::for_each(tree.order().rbegin(), tree.order().rend(), [&](std::size_t node) {
        highest[tree.parentOf(node)] = std::min(highest[tree.parentOf(node)], highest[node]);
    });
    const auto isBone = [&](std::size_t node) { return highest[node] < tree.depthOf(node); };
    BlenderBones bones;
    std::ranges::copy_if(candidates, std::back_inserter(bones.armatures),
                         [&](std::size_t node) { return !isBone(node); });
    bones.objects.resize(tree.top() + 1);
    for (std::size_t i = 0; i < bones.objects.size(); ++i)
        bones.objects[i] = i;
    for (const std::size_t node : tree.order()) {
        if (isBone(node)) bones.objects[node] = bones.objects[tree.parentOf(node)];
    }
    return bones;
}

}  // namespace rigkiln::gltf_engine_rules
