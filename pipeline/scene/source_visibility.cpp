#include "pipeline/scene/source_visibility.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Removes the record of a joint. Returns whether it had one that still holds.
bool takeRecord(Joint& joint) {
    const Value* value = joint.extras.find(kShownInSource);
    if (value == nullptr) return false;
    const bool* isShown = std::get_if<bool>(&value->content());
    const bool holds = isShown != nullptr && *isShown && !joint.visible;
    Properties others;
    for (const auto& [key, member] : joint.extras.entries()) {
        if (key != kShownInSource) others.append(key, member);
    }
    joint.extras = std::move(others);
    return holds;
}

Track<std::uint8_t> hiddenTrack() {
    return {.interpolation = Interpolation::Step, .times = {0.0F}, .values = {0}};
}

/// Hides joints in clips of their parts that say nothing about them.
class ClipHider {
public:
    ClipHider(const Scene& scene, std::vector<std::size_t> joints)
        : partOf_(partOfEachJoint(scene)), joints_(std::move(joints)) {}

    /// Returns whether the clip was changed.
    [[nodiscard]] bool hide(Clip& clip) const {
        // Joints of no part are of every clip.
        std::set<std::optional<IndexOf<Joint>>> parts = {std::nullopt};
        std::map<std::size_t, std::size_t> places;  // of tracks, by joint
        for (std::size_t i = 0; i < clip.joints.size(); ++i) {
            const std::size_t joint = clip.joints[i].joint.value;
            parts.insert(partOf_[joint]);
            places.emplace(joint, i);
        }
        bool isChanged = false;
        std::vector<JointTracks> added;
        for (const std::size_t joint : joints_) {
            if (!parts.contains(partOf_[joint])) continue;
            const auto place = places.find(joint);
            if (place == places.end()) {
                JointTracks& tracks = added.emplace_back();
                tracks.joint = IndexOf<Joint>(joint);
                tracks.visibility = hiddenTrack();
            } else if (clip.joints[place->second].visibility.empty()) {
                clip.joints[place->second].visibility = hiddenTrack();
                isChanged = true;
            }
        }
        if (added.empty()) return isChanged;
        for (JointTracks& tracks : added)
            clip.joints.push_back(std::move(tracks));
        std::ranges::sort(clip.joints, {}, &JointTracks::joint);
        return true;
    }

private:
    std::vector<std::optional<IndexOf<Joint>>> partOf_;
    std::vector<std::size_t> joints_;
};

}  // namespace

void hideAtRest(Joint& joint) {
    joint.visible = false;
    joint.extras.set(kShownInSource, true);
}

void restoreSourceVisibility(Scene& scene) {
    std::vector<std::size_t> joints;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (!takeRecord(scene.joints[i])) continue;
        scene.joints[i].visible = true;
        joints.push_back(i);
    }
    if (joints.empty()) return;
    const ClipHider hider(scene, std::move(joints));
    for (Clip& clip : scene.clips) {
        ClipInHand inHand(clip);
        if (!hider.hide(clip)) inHand.keepStored();
    }
}

}  // namespace rigkiln
