#include "pipeline/process/hide_unseen_parts.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "pipeline/animation/track_shape.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/source_visibility.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

using PartRoot = std::optional<IndexOf<Joint>>;

bool hidesAlways(const JointTracks& tracks) {
    return !tracks.visibility.empty() && holds(tracks.visibility, std::uint8_t{0});
}

bool hasOtherTracks(const JointTracks& tracks) {
    return !tracks.translation.empty() || !tracks.rotation.empty() || !tracks.scale.empty() ||
           (!tracks.visibility.empty() && !hidesAlways(tracks));
}

/// Counts the clips of each part, and those that hide each joint.
class HidingClips {
public:
    explicit HidingClips(const Scene& scene)
        : partOf_(partOfEachJoint(scene)), hiding_(scene.joints.size(), 0) {
        for (const Clip& clip : scene.clips) {
            checkStop();
            add(*LoadedClip(clip));
        }
    }

    /// Whether each clip of its part hides the joint.
    [[nodiscard]] bool all(std::size_t joint) const {
        const auto clips = clips_.find(partOf_[joint]);
        return clips != clips_.end() && hiding_[joint] == clips->second;
    }

private:
    void add(const Clip& clip) {
        // Joints of no part are of every clip. In a part, files tell by other tracks that a clip is one of
        // its.
        std::set<PartRoot> parts = {std::nullopt};
        for (const JointTracks& tracks : clip.joints) {
            if (hasOtherTracks(tracks)) parts.insert(partOf_[tracks.joint.value]);
        }
        for (const PartRoot& part : parts)
            ++clips_[part];
        for (const JointTracks& tracks : clip.joints) {
            if (!hidesAlways(tracks)) continue;
            // A clip that only hides something of a part is none of its clips, and the count must not fit.
            const bool isOfPart = parts.contains(partOf_[tracks.joint.value]);
            hiding_[tracks.joint.value] += isOfPart ? 1 : kNeverAll;
        }
    }

    static constexpr std::size_t kNeverAll = std::size_t{1} << 48U;

    std::vector<PartRoot> partOf_;
    std::vector<std::size_t> hiding_;
    std::map<PartRoot, std::size_t> clips_;
};

}  // namespace

void hideUnseenParts(Scene& scene) {
    if (scene.clips.empty()) return;
    const HidingClips clips(scene);
    for (const MeshInstance& instance : scene.instances) {
        Joint& joint = scene.joints[instance.joint.value];
        if (!joint.visible || instance.hidden || !clips.all(instance.joint.value)) continue;
        hideAtRest(joint);
    }
}

}  // namespace rigkiln
