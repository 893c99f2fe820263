#include "exporters/swat3/stored_frame.hpp"

#include "exporters/swat3/joint_extras.hpp"
#include "formats/swat3/bone_joints.hpp"

namespace rigkiln::swat3_export {

RigidFrame storedFrame(const swat3::Float3& position, const swat3::Float4& rotation,
                       swat3::QuaternionSense sense) {
    return {.place = glm::dvec3(swat3::toOffset(position)), .rotation = swat3::toRotation(rotation, sense)};
}

swat3::Float4 toStored(const glm::dquat& rotation, swat3::QuaternionSense sense) {
    const double sign = sense == swat3::QuaternionSense::Conjugated ? -1.0 : 1.0;
    return {static_cast<float>(sign * rotation.x), static_cast<float>(sign * rotation.y),
            static_cast<float>(sign * rotation.z), static_cast<float>(rotation.w)};
}

std::vector<bool> jointsAboveRoots(const Scene& scene) {
    std::vector<bool> isAbove(scene.joints.size(), false);
    for (std::size_t i = 0; i < isAbove.size(); ++i) {
        const Joint& joint = scene.joints[i];
        const bool isNamed = joint.name == swat3::kMirrorName || joint.name == swat3::kRootsName;
        isAbove[i] = isNamed && !joint.parent && !joint.sourceIndex && !storedId(joint);
    }
    return isAbove;
}

}  // namespace rigkiln::swat3_export
