#include "pipeline/wayback/bone_links.hpp"

#include <algorithm>

#include "pipeline/wayback/rigid_frame.hpp"

namespace rigkiln {

bool isLinkedAsJoint(const Scene& scene, const std::vector<bool>& isAboveRoots,
                     std::span<const std::optional<IndexOf<Joint>>> joints, std::size_t bone,
                     std::optional<std::size_t> parent) {
    const auto above = scene.joints[joints[bone]->value].parent;
    if (!parent) return !above || isAboveRoots[above->value];
    return above && joints[*parent] == above;
}

std::vector<bool> scaledJoints(const Scene& scene, const std::vector<bool>& isAboveRoots, const Clip* clip) {
    std::vector<bool> isScaled(scene.joints.size(), false);
    if (clip != nullptr) {
        for (const JointTracks& tracks : clip->joints)
            isScaled[tracks.joint.value] = !std::ranges::all_of(tracks.scale.values, isUnitScale);
    }
    for (std::size_t i = 0; i < isScaled.size(); ++i) {
        const Joint& joint = scene.joints[i];
        if (joint.parent && isScaled[joint.parent->value]) isScaled[i] = true;
        if (!isAboveRoots[i] && !isUnitScale(joint.rest.scale)) isScaled[i] = true;
    }
    return isScaled;
}

}  // namespace rigkiln
