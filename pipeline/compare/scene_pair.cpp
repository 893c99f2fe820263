#include "pipeline/compare/scene_pair.hpp"

#include <cstddef>

#include "pipeline/animation/pose.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {

ScenePair::ScenePair(const Scene& leftScene, const Scene& rightScene, const CompareOptions& given)
    : left(leftScene),
      right(rightScene),
      options(given),
      partners(matchJoints(leftScene, rightScene)),
      backPartners(rightScene.joints.size()),
      leftWorlds(worldMatrices(leftScene, restPose(leftScene))),
      rightWorlds(worldMatrices(rightScene, restPose(rightScene))) {
    for (std::size_t joint = 0; joint < partners.size(); ++joint) {
        if (partners[joint]) backPartners[partners[joint]->value] = IndexOf<Joint>(joint);
    }
}

bool ScenePair::isSameJoint(std::optional<IndexOf<Joint>> leftJoint,
                            std::optional<IndexOf<Joint>> rightJoint) const {
    if (!leftJoint || !rightJoint) return !leftJoint && !rightJoint;
    return partners[leftJoint->value] == rightJoint;
}

std::string jointText(const Scene& scene, std::optional<IndexOf<Joint>> joint) {
    return joint ? quote(scene.joints[joint->value].name) : "none";
}

}  // namespace rigkiln
