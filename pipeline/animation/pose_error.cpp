#include "pipeline/animation/pose_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/key_times.hpp"
#include "pipeline/animation/peak.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln {
namespace {

/// Number of parts of each key interval.
constexpr std::size_t kParts = 4;

/// Returns the key times of both clips and the quarters between them.
std::vector<float> motionTimes(const Clip& left, const Clip& right) {
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
        for (std::size_t part = 0; part < kParts; ++part)
            times.push_back(keys[key] + (keys[key + 1] - keys[key]) * static_cast<float>(part) / kParts);
    }
    times.push_back(keys.back());
    return times;
}

/// Returns true for joints that their visibility track hides.
std::vector<bool> hiddenJoints(const Scene& scene, const Clip& clip, float time) {
    std::vector<bool> hidden(scene.joints.size(), false);
    for (const JointTracks& tracks : clip.joints) {
        if (!tracks.visibility.empty())
            hidden[tracks.joint.value] = sampleTrack(tracks.visibility, time) == 0;
    }
    return hidden;
}

double displacement(const glm::dmat4& left, const glm::dmat4& right, const JointProbes& probes) {
    checkStop();
    double largest = 0;
    for (const glm::dvec3& point : probes.points) {
        const glm::dvec4 place(point, 1.0);
        largest = std::max(largest, glm::length(glm::dvec3(left * place - right * place)));
    }
    return largest;
}

/// Returns the displacement of each joint; 0 for what both clips hide.
std::vector<double> displacementsAt(const Scene& scene, const Clip& left, const Clip& right,
                                    std::span<const JointProbes> probes, float time) {
    const std::vector<glm::dmat4> leftWorld = worldMatricesAt(scene, left, time);
    const std::vector<glm::dmat4> rightWorld = worldMatricesAt(scene, right, time);
    const std::vector<bool> leftHidden = hiddenJoints(scene, left, time);
    const std::vector<bool> rightHidden = hiddenJoints(scene, right, time);
    std::vector<double> moved(scene.joints.size(), 0.0);
    for (std::size_t joint = 0; joint < moved.size(); ++joint) {
        if (probes[joint].hideWithJoint && leftHidden[joint] && rightHidden[joint]) continue;
        moved[joint] = displacement(leftWorld[joint], rightWorld[joint], probes[joint]);
    }
    return moved;
}

/// Returns true for a check time between two keys whose neighbours are equally far away, up to float
/// rounding.
bool isSmoothAround(const std::vector<float>& times, std::size_t middle) {
    if (middle % kParts == 0) return false;
    const float before = times[middle] - times[middle - 1];
    const float after = times[middle + 1] - times[middle];
    constexpr float kUneven = 0.01F;
    return std::abs(after - before) <= kUneven * (after + before);
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
    const auto note = [&](double moved, std::size_t joint, float time) {
        if (moved <= result.maximum) return;
        result.maximum = moved;
        result.joint = IndexOf<Joint>(joint);
        result.time = time;
    };
    std::vector<float> displacements;
    const std::vector<float> times = motionTimes(left, right);
    std::array<std::vector<double>, 3> rows;  // displacements by joint, at this time and the two before it
    for (std::size_t i = 0; i < times.size(); ++i) {
        std::rotate(rows.begin(), rows.begin() + 1, rows.end());
        rows[2] = displacementsAt(scene, left, right, probes, times[i]);
        displacements.insert(displacements.end(), rows[2].begin(), rows[2].end());
        const bool mayPeak = i >= 2 && isSmoothAround(times, i - 1);
        for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
            note(rows[2][joint], joint, times[i]);
            if (mayPeak) note(peakOf(rows[0][joint], rows[1][joint], rows[2][joint]), joint, times[i - 1]);
        }
    }
    result.p99 = p99Of(std::move(displacements));
    return result;
}

}  // namespace rigkiln
