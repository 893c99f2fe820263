#include "pipeline/process/rigid_models.hpp"

#include <algorithm>

#include "pipeline/scene/scene_parts.hpp"

namespace rigkiln {

bool isRigidPart(const MeshInstance& instance) {
    return instance.role == MeshRole::Render && !instance.skin;
}

RigidModels::RigidModels(const Scene& scene) : modelOfJoint_(scene.joints.size()) {
    const bool isMerged = std::ranges::any_of(
        scene.joints, [](const Joint& joint) { return joint.extras.find(kPartRecord) != nullptr; });
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        if (joint.parent) {
            modelOfJoint_[i] = modelOfJoint_[joint.parent->value];
            continue;
        }
        if (isMerged || all.empty()) all.push_back({.name = isMerged ? joint.name : scene.name});
        modelOfJoint_[i] = all.size() - 1;
        all.back().roots.emplace_back(i);
    }
    for (const MeshInstance& instance : scene.instances) {
        if (isRigidPart(instance) || instance.skin) all[of(instance.joint)].hasMeshes = true;
    }
}

}  // namespace rigkiln
