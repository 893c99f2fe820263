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
bool hasRecord(const Joint& joint, std::string_view key) {
    const Value* value = joint.extras.find(key);
    if (value == nullptr) return false;
    const bool* isTrue = std::get_if<bool>(&value->content());
    return isTrue != nullptr && *isTrue && !joint.visible;
}

void removeRecords(Joint& joint) {
    if (joint.extras.find(kShownInSource) == nullptr && joint.extras.find(kShownByClips) == nullptr) return;
    Properties others;
    for (const auto& [key, member] : joint.extras.entries()) {
        if (key != kShownInSource && key != kShownByClips) others.append(key, member);
    }
    joint.extras = std::move(others);
}

Track<std::uint8_t> constantTrack(bool isShown) {
    return {.interpolation = Interpolation::Step,
            .times = {0.0F},
            .values = {static_cast<std::uint8_t>(isShown)}};
}

/// A joint, and whether clips that say nothing about its visibility show it.
struct RecordedJoint {
    std::size_t joint = 0;
    bool isShown = false;
};

/// Shows and hides joints in clips of their parts that say nothing about them.
class ClipCompleter {
public:
    ClipCompleter(const Scene& scene, std::vector<RecordedJoint> joints)
        : partOf_(partOfEachJoint(scene)), joints_(std::move(joints)) {}

    /// Returns whether the clip was changed.
    [[nodiscard]] bool complete(Clip& clip) const {
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
        for (const auto& [joint, isShown] : joints_) {
            // A joint with kShownByClips is shown by all clips of the file, also those of other parts.
            if (!isShown && !parts.contains(partOf_[joint])) continue;
            const auto place = places.find(joint);
            if (place == places.end()) {
                JointTracks& tracks = added.emplace_back();
                tracks.joint = IndexOf<Joint>(joint);
                tracks.visibility = constantTrack(isShown);
            } else if (clip.joints[place->second].visibility.empty()) {
                clip.joints[place->second].visibility = constantTrack(isShown);
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
    std::vector<RecordedJoint> joints_;
};

}  // namespace

Track<std::uint8_t> shownTrack() {
    return constantTrack(true);
}

void hideAtRest(Joint& joint) {
    joint.visible = false;
    joint.extras.set(kShownInSource, true);
}

std::size_t restoreSourceVisibility(Scene& scene) {
    std::vector<RecordedJoint> joints;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const bool isShownInSource = hasRecord(scene.joints[i], kShownInSource);
        if (isShownInSource || hasRecord(scene.joints[i], kShownByClips))
            joints.push_back({.joint = i, .isShown = !isShownInSource});
    }
    if (!joints.empty() && scene.clips.size() > kMostTracksByRecords / joints.size()) return joints.size();
    std::ranges::for_each(scene.joints, removeRecords);
    if (joints.empty()) return 0;
    for (const auto& [joint, isShown] : joints)
        scene.joints[joint].visible = !isShown;
    const ClipCompleter completer(scene, std::move(joints));
    for (Clip& clip : scene.clips) {
        ClipInHand inHand(clip);
        if (!completer.complete(clip)) inHand.keepStored();
    }
    return 0;
}

}  // namespace rigkiln
