#include "pipeline/animation/pose.hpp"

#include <algorithm>
#include <cstddef>

#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

/// Converts matrices in place from the parent's space to model space.
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

std::vector<glm::dmat4> worldMatrices(const Scene& scene, const Pose& pose) {
    std::vector<glm::dmat4> world(scene.joints.size());
    std::ranges::transform(pose, world.begin(), [](const Transform& local) { return toMatrix(local); });
    hangOnParents(scene, world);
    return world;
}

std::vector<glm::dmat4> worldMatricesAt(const Scene& scene, const Clip& clip, float time) {
    std::vector<glm::dmat4> world(scene.joints.size());
    std::ranges::transform(scene.joints, world.begin(),
                           [](const Joint& joint) { return toMatrix(joint.rest); });
    for (const JointTracks& tracks : clip.joints) {
        const Transform& rest = scene.joints[tracks.joint.value].rest;
        const auto at = [time](const auto& track, const auto& otherwise) {
            return track.empty() ? otherwise : sampleWide(track, time);
        };
        world[tracks.joint.value] = toMatrix(at(tracks.translation, glm::dvec3(rest.translation)),
                                             at(tracks.rotation, glm::dquat(rest.rotation)),
                                             at(tracks.scale, glm::dvec3(rest.scale)));
    }
    hangOnParents(scene, world);
    return world;
}

}  // namespace rigkiln
