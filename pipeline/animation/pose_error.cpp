#include "pipeline/animation/pose_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

template <class Value>
void addTimes(const Track<Value>& track, std::vector<float>& times) {
    times.insert(times.end(), track.times.begin(), track.times.end());
    if (track.interpolation != Interpolation::Step) return;
    // What is just before a step is seen at no later time.
    for (const float time : track.times)
        times.push_back(std::nextafter(time, 0.0F));
}

void addTimes(const Clip& clip, std::vector<float>& times) {
    times.push_back(clip.duration);
    for (const JointTracks& tracks : clip.joints) {
        addTimes(tracks.translation, times);
        addTimes(tracks.rotation, times);
        addTimes(tracks.scale, times);
        addTimes(tracks.visibility, times);
    }
}

/// Key times of both clips, and the quarters between them.
std::vector<float> checkTimes(const Clip& left, const Clip& right) {
    std::vector<float> keys = {0.0F};
    addTimes(left, keys);
    addTimes(right, keys);
    std::ranges::sort(keys);
    const auto repeated = std::unique(keys.begin(), keys.end());
    keys.erase(repeated, keys.end());
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
    if (displacements.empty()) return result;
    constexpr std::size_t kPercent = 99;
    const auto at =
        displacements.begin() + static_cast<std::ptrdiff_t>((displacements.size() - 1) * kPercent / 100);
    std::ranges::nth_element(displacements, at);
    result.p99 = static_cast<double>(*at);
    return result;
}

}  // namespace rigkiln
