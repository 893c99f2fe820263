#include "tests/support/pose_at.hpp"

#include "pipeline/animation/sample_track.hpp"

namespace rigkiln::test {

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

}  // namespace rigkiln::test
