#include "pipeline/animation/joint_moves.hpp"

#include <cstdint>

#include "pipeline/animation/track_shape.hpp"
#include "pipeline/scene/source_visibility.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {

std::vector<JointMoves> findJointMoves(const Scene& scene) {
    std::vector<JointMoves> all(scene.joints.size());
    const Track<std::uint8_t> shown = shownTrack();
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            const Joint& joint = scene.joints[tracks.joint.value];
            JointMoves& moves = all[tracks.joint.value];
            moves.translation |= !holds(tracks.translation, joint.rest.translation);
            moves.rotation |= !holds(tracks.rotation, joint.rest.rotation);
            moves.scale |= !holds(tracks.scale, joint.rest.scale);
            moves.visibility |= !holds(tracks.visibility, static_cast<std::uint8_t>(joint.visible));
            if (tracks.visibility == shown) ++moves.shown;
        }
    }
    return all;
}

}  // namespace rigkiln
