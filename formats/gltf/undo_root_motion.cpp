#include "formats/gltf/undo_root_motion.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/matrix.hpp>

#include "formats/gltf/rest_comparison.hpp"
#include "pipeline/base/stop.hpp"
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

void forget(Properties& extras) {
    Properties others;
    for (const auto& [key, value] : extras.entries()) {
        if (key != kRootMotion) others.append(key, value);
    }
    extras = std::move(others);
}

/// Takes the travel of root joints back. Looks at each clip twice, whatever the number of roots.
class TravelBack {
public:
    explicit TravelBack(Scene& scene) : scene_(scene), tree_(scene), isIdle_(jointsInUse(scene)) {
        isIdle_.flip();
    }

    void run() {
        findMovedJoints();
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (isRootMotionJoint(scene_.joints[i]) && !isEdited_[i] && isInvertible(tree_.axes[i]))
                addRoot(i);
        }
        for (Clip& clip : scene_.clips) {
            ClipInHand inHand(clip);
            if (!takeBack(clip)) inHand.keepStored();
        }
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (roots_[i]) forget(scene_.joints[i].extras);
        }
    }

private:
    struct Root {
        glm::dmat3 above{1.0};  ///< turns directions of its translation into those of the model
        std::vector<CounterJoint> counters{};  ///< empty if no clip has a travel
    };

    /// Finds out what clips move, and which joints they turn or scale.
    void findMovedJoints() {
        isEdited_.resize(scene_.joints.size(), false);
        travels_.resize(scene_.joints.size(), false);
        roots_.resize(scene_.joints.size());
        const RestComparison comparison(scene_);
        for (const Clip& clip : scene_.clips) {
            const LoadedClip loaded(clip);
            for (const JointTracks& tracks : loaded->joints) {
                const std::size_t joint = tracks.joint.value;
                const Transform& rest = scene_.joints[joint].rest;
                const bool isStill = repeatsRest(tracks.translation, rest.translation);
                if (!isStill) travels_[joint] = true;
                if (!isStill || !repeatsRest(tracks.rotation, rest.rotation) ||
                    !repeatsRest(tracks.scale, rest.scale))
                    isIdle_[joint] = false;
                if (!comparison.holds(tracks.rotation, rest.rotation) ||
                    !comparison.holds(tracks.scale, rest.scale))
                    isEdited_[joint] = true;
            }
        }
    }

    /// A joint that travels is not idle, so the ways down from several roots have no joint in common but
    /// their ends.
    void addRoot(std::size_t joint) {
        Root& root = roots_[joint].emplace();
        const auto& parent = scene_.joints[joint].parent;
        if (parent) root.above = tree_.axes[parent->value];
        if (travels_[joint]) root.counters = findCounterJoints(scene_, tree_, tree_.children[joint], isIdle_);
    }

    /// Returns whether the clip has tracks of a root joint.
    bool takeBack(Clip& clip) const {
        std::vector<std::pair<std::size_t, Track<glm::vec3>>> paths;
        for (JointTracks& tracks : clip.joints) {
            if (!roots_[tracks.joint.value]) continue;
            paths.emplace_back(tracks.joint.value, std::move(tracks.translation));
            tracks.translation = {};
            tracks.rotation = {};
            tracks.scale = {};
        }
        if (paths.empty()) return false;
        erase_if(clip.joints, [&](const JointTracks& one) {
            return roots_[one.joint.value] && one.visibility.empty() && one.extras.empty();
        });
        ClipTranslations translations(clip, scene_);
        for (const auto& [joint, path] : paths)
            addPath(joint, path, clip, translations);
        translations.finish();
        return true;
    }

    void addPath(std::size_t joint, const Track<glm::vec3>& path, Clip& clip,
                 ClipTranslations& translations) const {
        const glm::vec3& rest = scene_.joints[joint].rest.translation;
        if (path.empty() || repeatsRest(path, rest)) return;
        const Track<glm::vec3> origin{
            .interpolation = Interpolation::Linear, .times = {0.0F}, .values = {-rest}};
        const Track<glm::vec3> travel = addTracks(path, origin);
        for (const CounterJoint& counter : roots_[joint]->counters) {
            checkStop();
            translations.add(counter.joint, transformTrack(travel, counter.fromModel * roots_[joint]->above));
        }
        forget(clip.extras);
    }

    Scene& scene_;
    RestTree tree_;
    std::vector<bool> isIdle_;                ///< by joint: no clip moves it, and nothing follows it
    std::vector<bool> isEdited_;              ///< by joint: a clip turns or scales it
    std::vector<bool> travels_;               ///< by joint: a clip moves it
    std::vector<std::optional<Root>> roots_;  ///< by joint; none: no root, or somebody edited it
};

}  // namespace

void undoRootMotion(Scene& scene) {
    if (std::ranges::any_of(scene.joints, isRootMotionJoint)) TravelBack(scene).run();
}

}  // namespace rigkiln::gltf
