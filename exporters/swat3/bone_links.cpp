#include "exporters/swat3/bone_links.hpp"

#include <algorithm>

#include "exporters/swat3/rigid_frame.hpp"

namespace rigkiln::swat3_writer {

bool isLinkedAsJoint(const Scene& scene, const std::vector<bool>& isAboveRoots,
                     const TargetSkeleton& skeleton, const swat3::Rig& rig, std::size_t ordinal) {
    const auto above = scene.joints[skeleton.joints[ordinal]->value].parent;
    const auto parent = rig.parentOf(ordinal);
    if (!parent) return !above || isAboveRoots[above->value];
    return above && skeleton.joints[*parent] == above;
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

}  // namespace rigkiln::swat3_writer
