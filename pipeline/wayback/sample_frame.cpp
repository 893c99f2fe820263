#include "pipeline/wayback/sample_frame.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

constexpr double kSameTime = 1e-5;  ///< seconds

/// Time of the key at `time` within rounding, else `time` itself.
float nearestTime(const std::vector<float>& times, float time) {
    const auto isNear = [&](float key) {
        return std::abs(static_cast<double>(key) - static_cast<double>(time)) <= kSameTime;
    };
    const auto next = std::ranges::lower_bound(times, time);
    if (next != times.end() && *next == time) return time;
    if (next != times.begin() && isNear(*(next - 1))) return *(next - 1);
    if (next != times.end() && isNear(*next)) return *next;
    return time;
}

}  // namespace

float timeOfFrame(std::size_t frame, double framesPerSecond) {
    return static_cast<float>(static_cast<double>(frame) / framesPerSecond);
}

Pose poseNear(const Scene& scene, const Clip& clip, float time) {
    Pose pose = restPose(scene);
    for (const JointTracks& tracks : clip.joints) {
        Transform& local = pose[tracks.joint.value];
        if (!tracks.translation.empty())
            local.translation = sampleTrack(tracks.translation, nearestTime(tracks.translation.times, time));
        if (!tracks.rotation.empty())
            local.rotation = sampleTrack(tracks.rotation, nearestTime(tracks.rotation.times, time));
        if (!tracks.scale.empty())
            local.scale = sampleTrack(tracks.scale, nearestTime(tracks.scale.times, time));
    }
    return pose;
}

glm::quat rotationNear(const Track<glm::quat>& track, float time) {
    const float near = std::clamp(nearestTime(track.times, time), track.times.front(), track.times.back());
    const auto next = std::ranges::upper_bound(track.times, near);
    const auto key = static_cast<std::size_t>(next - track.times.begin()) - 1;
    if (track.interpolation != Interpolation::Step && track.times[key] != near)
        return sampleTrack(track, near);
    return track.values[track.interpolation == Interpolation::CubicSpline ? key * 3 + 1 : key];
}

}  // namespace rigkiln
