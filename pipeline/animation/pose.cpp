#include "pipeline/animation/pose.hpp"

#include <cstddef>

#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {

Pose restPose(const Scene& scene) {
    Pose pose;
    pose.reserve(scene.joints.size());
    for (const Joint& joint : scene.joints)
        pose.push_back(joint.rest);
    return pose;
}

Pose poseAt(const Scene& scene, const Clip& clip, float time) {
    Pose pose = restPose(scene);
    for (const JointTracks& tracks : clip.joints) {
        Transform& local = pose[tracks.joint.value];
        if (!tracks.translation.empty()) local.translation = sampleTrack(tracks.translation, time);
        if (!tracks.rotation.empty()) local.rotation = sampleTrack(tracks.rotation, time);
        if (!tracks.scale.empty()) local.scale = sampleTrack(tracks.scale, time);
    }
    return pose;
}

std::vector<glm::dmat4> worldMatrices(const Scene& scene, const Pose& pose) {
    std::vector<glm::dmat4> world(scene.joints.size());
    for (std::size_t i = 0; i < world.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        world[i] = parent ? world[parent->value] * toMatrix(pose[i]) : toMatrix(pose[i]);
    }
    return world;
}

}  // namespace rigkiln
