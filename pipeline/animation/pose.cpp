#include "pipeline/animation/pose.hpp"

#include <algorithm>
#include <cstddef>

#include <glm/gtc/matrix_transform.hpp>

#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

/// At rest.
std::vector<glm::dmat4> localMatrices(const Scene& scene) {
    std::vector<glm::dmat4> matrices;
    matrices.reserve(scene.joints.size());
    for (const Joint& joint : scene.joints)
        matrices.push_back(toMatrix(joint.rest));
    return matrices;
}

/// Makes local matrices such to model space.
void hangOnParents(const Scene& scene, std::vector<glm::dmat4>& matrices) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        if (parent) matrices[i] = matrices[parent->value] * matrices[i];
    }
}

}  // namespace

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
    std::ranges::transform(pose, world.begin(), [](const Transform& local) { return toMatrix(local); });
    hangOnParents(scene, world);
    return world;
}

std::vector<glm::dmat4> worldMatricesAt(const Scene& scene, const Clip& clip, float time) {
    std::vector<glm::dmat4> world = localMatrices(scene);
    for (const JointTracks& tracks : clip.joints) {
        const Transform& rest = scene.joints[tracks.joint.value].rest;
        const auto at = [time](const auto& track, const auto& otherwise) {
            return track.empty() ? otherwise : sampleWide(track, time);
        };
        const glm::dvec3 translation = at(tracks.translation, glm::dvec3(rest.translation));
        const glm::dquat rotation = at(tracks.rotation, glm::normalize(glm::dquat(rest.rotation)));
        const glm::dvec3 scale = at(tracks.scale, glm::dvec3(rest.scale));
        world[tracks.joint.value] = glm::scale(
            glm::translate(glm::dmat4(1.0), translation) * glm::mat4_cast(glm::normalize(rotation)), scale);
    }
    hangOnParents(scene, world);
    return world;
}

}  // namespace rigkiln
