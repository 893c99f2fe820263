#include "exporters/gltf/build_skins.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <glm/matrix.hpp>

#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/unique_names.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/rigid_skin.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Returns a matrix that takes quantised positions and does to them what `matrix` does to the positions.
glm::mat4 withDequantisation(const glm::mat4& matrix, const Dequantisation& dequantisation) {
    const glm::dmat4 exact(matrix);
    const auto scale = static_cast<double>(dequantisation.scale);
    glm::dmat4 combined(exact[0] * scale, exact[1] * scale, exact[2] * scale,
                        exact * glm::dvec4(dequantisation.offset, 1.0));
    return glm::mat4(combined);
}

Properties skinRecord(const std::optional<Dequantisation>& dequantisation) {
    Properties record;
    if (dequantisation) record.set("dequantisation", recordOf(*dequantisation));
    return record;
}

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

/// Returns the inverse bind matrix of an attachment at rest. A scale of 0 counts as 1, as it has no inverse.
glm::mat4 inverseBindOf(const Attachment& attachment, const Skin& skin) {
    Transform local = attachment.local;
    for (int axis = 0; axis < 3; ++axis) {
        if (local.scale[axis] == 0.0F) local.scale[axis] = 1.0F;
    }
    const auto own = std::ranges::find(skin.joints, attachment.joint);
    const auto slot = static_cast<std::size_t>(own - skin.joints.begin());
    glm::mat4 matrix(glm::inverse(toMatrix(local)) * glm::dmat4(skin.inverseBindMatrices[slot]));
    for (int column = 0; column < 4; ++column)
        matrix[column].w = column == 3 ? 1.0F : 0.0F;
    return matrix;
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

}  // namespace

SkinNumbers buildSkins(const Scene& scene, BufferPacker& packer, Document& document,
                       const PositionRounding* rounding, NameStyle style) {
    std::vector<NameRequest> requests;
    for (const Skin& skin : scene.skins) {
        requests.push_back({skin.name, "skin"});
    }
    const std::vector<std::string> names = uniqueNames(requests, style);
    const std::vector<std::vector<std::size_t>> attachments = attachmentsOfSkins(scene);
    const std::size_t firstAttachment = scene.joints.size() + scene.instances.size();
    SkinNumbers table(scene.skins.size());
    for (std::size_t i = 0; i < scene.skins.size(); ++i) {
        const Skin& source = scene.skins[i];
        if (source.joints.empty()) continue;
        DocumentSkin skin{.name = names[i]};
        for (const IndexOf<Joint> joint : source.joints) {
            skin.joints.push_back(joint.value);
        }
        std::vector<glm::mat4> matrices = source.inverseBindMatrices;
        for (const std::size_t attachment : attachments[i]) {
            skin.joints.push_back(static_cast<Index>(firstAttachment + attachment));
            matrices.push_back(inverseBindOf(scene.attachments[attachment], source));
        }
        skin.skeleton = skeletonOf(scene, source);
        const auto dequantisation = rounding == nullptr ? std::nullopt : rounding->plan.ofSkin[i];
        for (glm::mat4& matrix : matrices) {
            if (dequantisation) matrix = withDequantisation(matrix, *dequantisation);
        }
        skin.inverseBindMatrices = packer.addMatrices(matrices);
        skin.extras = namedExtras(source.name, skin.name, "rigkiln_skin", skinRecord(dequantisation));
        table[i] = static_cast<Index>(document.skins.size());
        document.skins.push_back(std::move(skin));
    }
    return table;
}

}  // namespace rigkiln::gltf_export
