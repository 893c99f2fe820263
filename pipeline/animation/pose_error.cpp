#include "pipeline/animation/pose_error.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/key_times.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

/// Key times of both clips, and the quarters between them.
std::vector<float> checkTimes(const Clip& left, const Clip& right) {
    std::vector<float> keys = {0.0F};
    for (const Clip* clip : {&left, &right}) {
        keys.push_back(clip->duration);
        addMotionTimes(*clip, keys);
        for (const JointTracks& tracks : clip->joints)
            addKeyTimes(tracks.visibility, keys);
    }
    sortTimes(keys);
    std::vector<float> times;
    for (std::size_t key = 0; key + 1 < keys.size(); ++key) {
        constexpr int kParts = 4;
        for (int part = 0; part < kParts; ++part)
            times.push_back(keys[key] + (keys[key + 1] - keys[key]) * static_cast<float>(part) / kParts);
    }
    times.push_back(keys.back());
    return times;
}

/// Joints whose visibility track says hidden.
std::vector<bool> hiddenJoints(const Scene& scene, const Clip& clip, float time) {
    std::vector<bool> hidden(scene.joints.size(), false);
    for (const JointTracks& tracks : clip.joints) {
        if (!tracks.visibility.empty())
            hidden[tracks.joint.value] = sampleTrack(tracks.visibility, time) == 0;
    }
    return hidden;
}

double displacement(const glm::dmat4& left, const glm::dmat4& right, const JointProbes& probes) {
    double largest = 0;
    for (const glm::dvec3& point : probes.points) {
        const glm::dvec4 place(point, 1.0);
        largest = std::max(largest, glm::length(glm::dvec3(left * place - right * place)));
    }
    return largest;
}

}  // namespace

double p99Of(std::vector<float> displacements) {
    if (displacements.empty()) return 0;
    constexpr std::size_t kPercent = 99;
    const auto at =
        displacements.begin() + static_cast<std::ptrdiff_t>((displacements.size() - 1) * kPercent / 100);
    std::ranges::nth_element(displacements, at);
    return static_cast<double>(*at);
}

PoseError measurePoseError(const Scene& scene, const Clip& left, const Clip& right,
                           std::span<const JointProbes> probes) {
    PoseError result;
    std::vector<float> displacements;
    for (const float time : checkTimes(left, right)) {
        const std::vector<glm::dmat4> leftWorld = worldMatrices(scene, poseAt(scene, left, time));
        const std::vector<glm::dmat4> rightWorld = worldMatrices(scene, poseAt(scene, right, time));
        const std::vector<bool> leftHidden = hiddenJoints(scene, left, time);
        const std::vector<bool> rightHidden = hiddenJoints(scene, right, time);
        for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
            const bool isHidden = probes[joint].hideWithJoint && leftHidden[joint] && rightHidden[joint];
            const double moved =
                isHidden ? 0 : displacement(leftWorld[joint], rightWorld[joint], probes[joint]);
            displacements.push_back(static_cast<float>(moved));
            if (moved <= result.maximum) continue;
            result.maximum = moved;
            result.joint = IndexOf<Joint>(joint);
            result.time = time;
        }
    }
    result.p99 = p99Of(std::move(displacements));
    return result;
}

}  // namespace rigkiln
