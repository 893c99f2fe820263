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

/// Whether a joint has a record that still holds.
bool hasRecord(const Joint& joint) {
    const Value* value = joint.extras.find(kShownInSource);
    if (value == nullptr) return false;
    const bool* isShown = std::get_if<bool>(&value->content());
    return isShown != nullptr && *isShown && !joint.visible;
}

void removeRecord(Joint& joint) {
    if (joint.extras.find(kShownInSource) == nullptr) return;
    Properties others;
    for (const auto& [key, member] : joint.extras.entries()) {
        if (key != kShownInSource) others.append(key, member);
    }
    joint.extras = std::move(others);
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

std::size_t restoreSourceVisibility(Scene& scene) {
    std::vector<std::size_t> joints;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (hasRecord(scene.joints[i])) joints.push_back(i);
    }
    if (!joints.empty() && scene.clips.size() > kMostTracksByRecords / joints.size()) return joints.size();
    std::ranges::for_each(scene.joints, removeRecord);
    if (joints.empty()) return 0;
    for (const std::size_t joint : joints)
        scene.joints[joint].visible = true;
    const ClipHider hider(scene, std::move(joints));
    for (Clip& clip : scene.clips) {
        ClipInHand inHand(clip);
        if (!hider.hide(clip)) inHand.keepStored();
    }
    return 0;
}

}  // namespace rigkiln
