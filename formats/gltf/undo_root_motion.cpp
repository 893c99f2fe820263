#include "formats/gltf/undo_root_motion.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/matrix.hpp>

#include "formats/gltf/rest_comparison.hpp"
#include "pipeline/scene/add_tracks.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::gltf {
namespace {

/// Whether all keys are the same as the rest value.
template <class Value>
bool repeatsRest(const Track<Value>& track, const Value& rest) {
    if (track.interpolation == Interpolation::CubicSpline) return track.empty();
    return std::ranges::all_of(track.values, [&](const Value& value) { return value == rest; });
}

/// Returns for each joint whether no clip moves it and nothing follows it.
std::vector<bool> idleJoints(const Scene& scene) {
    std::vector<bool> isIdle = jointsInUse(scene);
    isIdle.flip();
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            const Transform& rest = scene.joints[tracks.joint.value].rest;
            if (!repeatsRest(tracks.translation, rest.translation) ||
                !repeatsRest(tracks.rotation, rest.rotation) || !repeatsRest(tracks.scale, rest.scale))
                isIdle[tracks.joint.value] = false;
        }
    }
    return isIdle;
}

void forget(Properties& extras) {
    Properties others;
    for (const auto& [key, value] : extras.entries()) {
        if (key != kRootMotion) others.append(key, value);
    }
    extras = std::move(others);
}

/// Takes the travel of one root joint back.
class TravelBack {
public:
    TravelBack(Scene& scene, IndexOf<Joint> root, const std::vector<bool>& isIdle)
        : scene_(scene), root_(root), axes_(restAxes(scene)) {
        counters_ = findCounterJoints(scene, childrenOf(scene, root), isIdle);
        const auto& parent = scene.joints[root.value].parent;
        if (parent) above_ = axes_[parent->value];
    }

    void run() {
        if (!isInvertible(axes_[root_.value]) || isEdited()) return;
        for (Clip& clip : scene_.clips) {
            ClipInHand inHand(clip);
            if (!takeBack(clip)) inHand.keepStored();
        }
        forget(scene_.joints[root_.value].extras);
    }

private:
    /// Whether some clip turns or scales the root joint.
    [[nodiscard]] bool isEdited() const {
        const RestComparison comparison(scene_);
        const Transform& rest = scene_.joints[root_.value].rest;
        return std::ranges::any_of(scene_.clips, [&](const Clip& clip) {
            const LoadedClip loaded(clip);
            return std::ranges::any_of(loaded->joints, [&](const JointTracks& tracks) {
                return tracks.joint == root_ && !(comparison.holds(tracks.rotation, rest.rotation) &&
                                                  comparison.holds(tracks.scale, rest.scale));
            });
        });
    }

    /// Returns whether the clip has tracks of the root joint.
    bool takeBack(Clip& clip) const {
        const auto tracks = std::ranges::lower_bound(clip.joints, root_, {}, &JointTracks::joint);
        if (tracks == clip.joints.end() || tracks->joint != root_) return false;
        Track<glm::vec3> path = std::move(tracks->translation);
        tracks->translation = {};
        tracks->rotation = {};
        tracks->scale = {};
        erase_if(clip.joints, [&](const JointTracks& one) {
            return one.joint == root_ && one.visibility.empty() && one.extras.empty();
        });
        const glm::vec3& rest = scene_.joints[root_.value].rest.translation;
        if (path.empty() || repeatsRest(path, rest)) return true;
        const Track<glm::vec3> origin{
            .interpolation = Interpolation::Linear, .times = {0.0F}, .values = {-rest}};
        path = addTracks(path, origin);
        for (const CounterJoint& counter : counters_)
            addToTranslation(clip, scene_, counter.joint, transformTrack(path, counter.fromModel * above_));
        forget(clip.extras);
        return true;
    }

    Scene& scene_;
    IndexOf<Joint> root_;
    std::vector<glm::dmat3> axes_;
    glm::dmat3 above_{1.0};
    std::vector<CounterJoint> counters_;
};

}  // namespace

void undoRootMotion(Scene& scene) {
    if (std::ranges::none_of(scene.joints, isRootMotionJoint)) return;
    const std::vector<bool> isIdle = idleJoints(scene);
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (isRootMotionJoint(scene.joints[i])) TravelBack(scene, IndexOf<Joint>(i), isIdle).run();
    }
}

}  // namespace rigkiln::gltf
