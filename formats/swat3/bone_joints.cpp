#include "formats/swat3/bone_joints.hpp"

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {
namespace {

Joint makeJoint(const Bone& bone, QuaternionSense sense, std::size_t ordinal, Diagnostics& diagnostics) {
    Joint joint;
    joint.name = bone.name;
    joint.sourceIndex = bone.id;
    joint.rest.translation = toOffset(bone.position);
    if (!isPlace(bone.position))
        diagnostics.add(kBoneNotFinite, fmt::format("bone[{}] {}", ordinal, quote(bone.name)));
    joint.rest.rotation = glm::quat(toRotation(bone.rotation, sense));
    return joint;
}

std::size_t countRoots(const Rig& rig) {
    std::size_t roots = 0;
    for (std::size_t ordinal = 0; ordinal < rig.boneCount(); ++ordinal) {
        if (!rig.parentOf(ordinal)) ++roots;
    }
    return roots;
}

}  // namespace

BoneJoints makeJoints(const Rig& rig, QuaternionSense sense, bool isMirrored, Diagnostics& diagnostics) {
    BoneJoints made;
    made.ofBone.resize(rig.boneCount());
    std::optional<IndexOf<Joint>> above;
    if (isMirrored || countRoots(rig) > 1) {
        Joint joint;
        joint.name = isMirrored ? kMirrorName : kRootsName;
        if (isMirrored) joint.rest.scale.x = -1.0F;
        made.joints.push_back(std::move(joint));
        above = IndexOf<Joint>(0);
    }
    for (const std::size_t ordinal : rig.parentsFirst()) {
        Joint joint = makeJoint(rig.bone(ordinal), sense, ordinal, diagnostics);
        const auto parent = rig.parentOf(ordinal);
        joint.parent = parent ? std::optional(made.ofBone[*parent]) : above;
        made.ofBone[ordinal] = IndexOf<Joint>(made.joints.size());
        made.joints.push_back(std::move(joint));
    }
    return made;
}

}  // namespace rigkiln::swat3
