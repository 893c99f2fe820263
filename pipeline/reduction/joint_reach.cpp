#include "pipeline/reduction/joint_reach.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

/// Number of joints above a point whose distance from it is taken. Of joints that have more below them, the
/// sum of distances along the chain is taken, which is no smaller: all pairs of a long chain would take time
/// in proportion to the square of its length.
constexpr std::size_t kExactLevels = 64;

double largestScale(const glm::dmat4& world) {
    return std::max({glm::length(glm::dvec3(world[0])), glm::length(glm::dvec3(world[1])),
                     glm::length(glm::dvec3(world[2]))});
}

/// Returns how many joints are below one another below each joint.
std::vector<std::size_t> heights(const Scene& scene) {
    std::vector<std::size_t> heights(scene.joints.size(), 0);
    for (std::size_t joint = heights.size(); joint-- > 0;) {
        const auto& parent = scene.joints[joint].parent;
        if (parent) heights[parent->value] = std::max(heights[parent->value], heights[joint] + 1);
    }
    return heights;
}

}  // namespace

std::vector<JointReach> jointReaches(const Scene& scene, std::span<const JointProbes> probes) {
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    std::vector<JointReach> reaches(worlds.size());
    for (std::size_t joint = 0; joint < worlds.size(); ++joint) {
        for (const glm::dvec3& point : probes[joint].points) {
            const glm::dvec3 place(worlds[joint] * glm::dvec4(point, 1.0));
            std::optional<IndexOf<Joint>> above(IndexOf<Joint>{joint});
            for (std::size_t level = 0; above && level <= kExactLevels; ++level) {
                checkStop();
                double& reach = reaches[above->value].ofRotation;
                reach = std::max(reach, glm::distance(place, glm::dvec3(worlds[above->value][3])));
                above = scene.joints[above->value].parent;
            }
        }
    }
    const std::vector<std::size_t> height = heights(scene);
    for (std::size_t joint = worlds.size(); joint-- > 0;) {
        const auto& parent = scene.joints[joint].parent;
        if (!parent || height[parent->value] <= kExactLevels || !(reaches[joint].ofRotation > 0)) continue;
        double& reach = reaches[parent->value].ofRotation;
        const double apart =
            glm::distance(glm::dvec3(worlds[joint][3]), glm::dvec3(worlds[parent->value][3]));
        reach = std::max(reach, reaches[joint].ofRotation + apart);
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
