#include "exporters/gltf/skin_joints.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/rigid_skin.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Attachments that become joints, by skin. Empty for scenes whose parts are nodes.
std::vector<std::vector<std::size_t>> attachmentsOfSkins(const Scene& scene) {
    std::vector<std::vector<std::size_t>> ofSkin(scene.skins.size());
    const bool areSkinned =
        std::ranges::any_of(scene.joints, [](const Joint& joint) { return isAddedAs(joint, kModelJoint); });
    if (!areSkinned) return ofSkin;
    std::vector<std::optional<std::size_t>> lastSkin(scene.joints.size());
    for (std::size_t i = 0; i < scene.skins.size(); ++i) {
        for (const IndexOf<Joint> joint : scene.skins[i].joints)
            lastSkin[joint.value] = i;
    }
    for (std::size_t i = 0; i < scene.attachments.size(); ++i) {
        if (const auto skin = lastSkin[scene.attachments[i].joint.value]) ofSkin[*skin].push_back(i);
    }
    for (std::size_t i = 0; i < ofSkin.size(); ++i) {
        if (scene.skins[i].joints.size() + ofSkin[i].size() > kCommonSkinLimit) ofSkin[i].clear();
    }
    return ofSkin;
}

/// Returns a local transform as a matrix that has an inverse: a scale of 0 counts as 1.
glm::dmat4 invertibleMatrix(Transform local) {
    for (int axis = 0; axis < 3; ++axis) {
        if (local.scale[axis] == 0.0F) local.scale[axis] = 1.0F;
    }
    return toMatrix(local);
}

/// Rounds a matrix to floats, with the last row that glTF asks of inverse bind matrices.
glm::mat4 roundedBind(const glm::dmat4& exact) {
    glm::mat4 matrix(exact);
    for (int column = 0; column < 4; ++column)
        matrix[column].w = column == 3 ? 1.0F : 0.0F;
    return matrix;
}

/// Returns the inverse bind matrix of an attachment at rest.
glm::mat4 inverseBindOf(const Attachment& attachment, const Skin& skin) {
    const auto own = std::ranges::find(skin.joints, attachment.joint);
    const auto slot = static_cast<std::size_t>(own - skin.joints.begin());
    return roundedBind(glm::inverse(invertibleMatrix(attachment.local)) *
                       glm::dmat4(skin.inverseBindMatrices[slot]));
}

/// Returns the root of a skin's joints in a scene whose rigid parts are one skin.
std::optional<Index> skeletonOf(const Scene& scene, const Skin& skin) {
    const auto isRoot = [&](IndexOf<Joint> joint) {
        const auto& parent = scene.joints[joint.value].parent;
        return parent && isAddedAs(scene.joints[parent->value], kModelJoint);
    };
    const auto root = std::ranges::find_if(skin.joints, isRoot);
    return root == skin.joints.end() ? std::nullopt : std::optional(root->value);
}

/// The joints that make one tree of a skin's joints.
struct SkinTree {
    Index root = 0;
    std::map<Index, Index> childOf{};  ///< by added joint, in ascending order: a joint of the tree below it
};

/// Returns nothing if more than `limit` joints would be added. Goes up from the joint with the highest
/// number, which is below no other one, so it never goes further up than to the closest common ancestor.
std::optional<SkinTree> treeOf(const Scene& scene, const Skin& skin, std::size_t limit) {
    SkinTree tree;
    std::unordered_map<Index, bool> isKnown;
    std::priority_queue<Index> tops;
    for (const IndexOf<Joint> joint : skin.joints) {
        isKnown.emplace(joint.value, true);
        tops.push(joint.value);
    }
    while (tops.size() > 1) {
        const Index top = tops.top();
        tops.pop();
        const auto& parent = scene.joints[top].parent;
        // A law of the scene: the joints of a skin have a common ancestor.
        if (!parent || !isKnown.emplace(parent->value, true).second) continue;
        if (tree.childOf.size() == limit) return std::nullopt;
        tree.childOf.emplace(parent->value, top);
        tops.push(parent->value);
    }
    tree.root = tops.top();
    return tree;
}

/// Adds the joints of the tree, and their inverse bind matrices: that of a joint below times the way there.
void addTree(const Scene& scene, const Skin& skin, const SkinTree& tree, SkinJoints& joints) {
    joints.skeleton = tree.root;
    joints.addedJoints = tree.childOf.size();
    if (tree.childOf.empty()) return;
    std::unordered_map<Index, glm::dmat4> binds;
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot)
        binds.emplace(skin.joints[slot].value, skin.inverseBindMatrices[slot]);
    // Children have higher numbers than their parents.
    for (auto added = tree.childOf.rbegin(); added != tree.childOf.rend(); ++added) {
        const auto& [joint, child] = *added;
        binds.emplace(joint, invertibleMatrix(scene.joints[child].rest) * binds.at(child));
    }
    for (const auto& [joint, child] : tree.childOf) {
        joints.joints.push_back(joint);
        joints.inverseBindMatrices.push_back(roundedBind(binds.at(joint)));
    }
}

}  // namespace

std::vector<SkinJoints> listSkinJoints(const Scene& scene, bool asTrees, Diagnostics& diagnostics) {
    const std::vector<std::vector<std::size_t>> attachments = attachmentsOfSkins(scene);
    const std::size_t firstAttachment = scene.joints.size() + scene.instances.size();
    std::vector<SkinJoints> skins(scene.skins.size());
    for (std::size_t i = 0; i < skins.size(); ++i) {
        const Skin& source = scene.skins[i];
        if (source.joints.empty()) continue;
        SkinJoints& made = skins[i];
        for (const IndexOf<Joint> joint : source.joints)
            made.joints.push_back(joint.value);
        made.inverseBindMatrices = source.inverseBindMatrices;
        for (const std::size_t attachment : attachments[i]) {
            made.joints.push_back(static_cast<Index>(firstAttachment + attachment));
            made.inverseBindMatrices.push_back(inverseBindOf(scene.attachments[attachment], source));
        }
        made.skeleton = skeletonOf(scene, source);
        if (!asTrees) continue;
        const std::size_t count = made.joints.size();
        const std::size_t room = count < kCommonSkinLimit ? kCommonSkinLimit - count : 0;
        if (const std::optional<SkinTree> tree = treeOf(scene, source, room)) {
            addTree(scene, source, *tree, made);
        } else {
            diagnostics.add(kSkinNotOneTree, fmt::format("skin {}", quote(source.name)),
                            fmt::format("has {} joints and room for {} more", count, room));
        }
    }
    return skins;
}

}  // namespace rigkiln::gltf_export
