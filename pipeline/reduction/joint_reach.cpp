#include "pipeline/reduction/joint_reach.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"

namespace rigkiln::reduction {
namespace {

double largestScale(const glm::dmat4& world) {
    return std::max({glm::length(glm::dvec3(world[0])), glm::length(glm::dvec3(world[1])),
                     glm::length(glm::dvec3(world[2]))});
}

}  // namespace

std::vector<JointReach> jointReaches(const Scene& scene, std::span<const JointProbes> probes) {
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    std::vector<JointReach> reaches(worlds.size());
    for (std::size_t joint = 0; joint < worlds.size(); ++joint) {
        for (const glm::dvec3& point : probes[joint].points) {
            const glm::dvec3 place(worlds[joint] * glm::dvec4(point, 1.0));
            std::optional<IndexOf<Joint>> above(IndexOf<Joint>{joint});
            for (; above; above = scene.joints[above->value].parent) {
                double& reach = reaches[above->value].ofRotation;
                reach = std::max(reach, glm::distance(place, glm::dvec3(worlds[above->value][3])));
            }
        }
    }
    for (std::size_t joint = 0; joint < worlds.size(); ++joint) {
        JointReach& reach = reaches[joint];
        if (!(reach.ofRotation > 0)) continue;
        const std::optional<IndexOf<Joint>>& parent = scene.joints[joint].parent;
        reach.ofTranslation = parent ? largestScale(worlds[parent->value]) : 1.0;
        const double own = largestScale(worlds[joint]);
        // A rest scale of 0 does not tell the effect of a scale of 1.
        const double below = own > 0 ? reach.ofTranslation / own : 1.0;
        reach.ofScale = reach.ofRotation * std::max(below, 1.0);
    }
    return reaches;
}

}  // namespace rigkiln::reduction
