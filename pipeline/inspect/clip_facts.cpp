#include "pipeline/inspect/clip_facts.hpp"

#include <algorithm>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

template <class Type>
void addTrack(ClipFacts& facts, const Track<Type>& track, std::size_t& moving) {
    facts.keys += track.times.size();
    facts.bytes += track.times.size() * sizeof(float) + track.values.size() * sizeof(Type);
    moving += track.times.size() > 1 ? 1U : 0U;
}

}  // namespace

ClipFacts clipFacts(const Clip& clip) {
    const LoadedClip loaded(clip);
    ClipFacts facts{.joints = loaded->joints.size()};
    for (const JointTracks& tracks : loaded->joints) {
        addTrack(facts, tracks.rotation, facts.rotations);
        addTrack(facts, tracks.translation, facts.translations);
        addTrack(facts, tracks.scale, facts.scales);
        // A constant that hides a joint changes something too.
        std::size_t ignored = 0;
        addTrack(facts, tracks.visibility, ignored);
        facts.visibilities += std::ranges::count(tracks.visibility.values, 0) > 0 ? 1U : 0U;
    }
    for (const MaterialTracks& tracks : clip.materials)
        addTrack(facts, tracks.baseColorOffset, facts.textureOffsets);
    return facts;
}

std::vector<PosedJoint> poseAt(const Scene& scene, const Clip* clip, float time) {
    std::vector<PosedJoint> joints;
    joints.reserve(scene.joints.size());
    for (const Joint& joint : scene.joints)
        joints.push_back({.name = joint.name, .local = joint.rest, .world = {}, .isVisible = joint.visible});
    std::vector<glm::dmat4> worlds;
    if (clip == nullptr) {
        worlds = worldMatrices(scene, restPose(scene));
    } else {
        const LoadedClip loaded(*clip);
        worlds = worldMatricesAt(scene, *loaded, time);
        for (const JointTracks& tracks : loaded->joints) {
            PosedJoint& joint = joints[tracks.joint.value];
            if (!tracks.translation.empty()) joint.local.translation = sampleTrack(tracks.translation, time);
            if (!tracks.rotation.empty()) joint.local.rotation = sampleTrack(tracks.rotation, time);
            if (!tracks.scale.empty()) joint.local.scale = sampleTrack(tracks.scale, time);
            if (!tracks.visibility.empty()) joint.isVisible = sampleTrack(tracks.visibility, time) != 0;
        }
    }
    for (std::size_t i = 0; i < joints.size(); ++i)
        joints[i].world = decompose(worlds[i]).transform;
    return joints;
}

}  // namespace rigkiln
