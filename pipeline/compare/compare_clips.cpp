#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "pipeline/animation/key_times.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/compare/compare_parts.hpp"
#include "pipeline/compare/match_names.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

std::string clipObject(std::string_view name) {
    return "clip " + quote(name);
}

bool isSameTime(const ScenePair& pair, double left, double right) {
    return std::abs(left - right) <= pair.options.share * std::max(1.0, std::abs(left));
}

void addPose(std::string object, std::string text, double distance, DifferenceList& found) {
    found.add({.part = ComparedPart::Poses,
               .gravity = Gravity::Shape,
               .object = std::move(object),
               .text = std::move(text),
               .distance = distance,
               .weight = distance});
}

/// Visibility tracks of a clip by joint of the left scene.
using VisibilityTracks = std::map<std::size_t, const Track<std::uint8_t>*>;

VisibilityTracks visibilityOf(const Clip& clip, const JointPartners* partners) {
    VisibilityTracks tracks;
    for (const JointTracks& joint : clip.joints) {
        if (joint.visibility.empty()) continue;
        if (partners == nullptr) {
            tracks.emplace(joint.joint.value, &joint.visibility);
        } else if (const auto& partner = (*partners)[joint.joint.value]) {
            tracks.emplace(partner->value, &joint.visibility);
        }
    }
    return tracks;
}

/// Returns the first time at which two joints are not both shown or both hidden.
std::optional<float> firstOtherVisibility(const Track<std::uint8_t>* left, bool isLeftVisible,
                                          const Track<std::uint8_t>* right, bool isRightVisible) {
    std::vector<float> times = {0.0F};
    for (const auto* track : {left, right}) {
        if (track != nullptr) times.insert(times.end(), track->times.begin(), track->times.end());
    }
    sortTimes(times);
    const auto isVisibleAt = [](const Track<std::uint8_t>* track, bool atRest, float time) {
        return track == nullptr ? atRest : sampleTrack(*track, time) != 0;
    };
    for (const float time : times) {
        if (isVisibleAt(left, isLeftVisible, time) != isVisibleAt(right, isRightVisible, time)) return time;
    }
    return std::nullopt;
}

void compareVisibility(const ScenePair& pair, const Clip& left, const Clip& right, DifferenceList& found) {
    const VisibilityTracks leftTracks = visibilityOf(left, nullptr);
    const VisibilityTracks rightTracks = visibilityOf(right, &pair.backPartners);
    std::vector<std::size_t> joints;
    for (const auto& entry : leftTracks)
        joints.push_back(entry.first);
    for (const auto& entry : rightTracks) {
        if (!leftTracks.contains(entry.first)) joints.push_back(entry.first);
    }
    const auto trackOf = [](const VisibilityTracks& tracks, std::size_t joint) {
        const auto entry = tracks.find(joint);
        return entry == tracks.end() ? nullptr : entry->second;
    };
    std::size_t count = 0;
    std::string text;
    for (const std::size_t joint : joints) {
        if (!pair.partners[joint]) continue;
        const std::optional<float> time = firstOtherVisibility(
            trackOf(leftTracks, joint), pair.left.joints[joint].visible, trackOf(rightTracks, joint),
            pair.right.joints[pair.partners[joint]->value].visible);
        if (!time) continue;
        if (++count == 1) text = fmt::format("joint {} at {} s", quote(pair.left.joints[joint].name), *time);
    }
    if (count == 0) return;
    found.add({.part = ComparedPart::Poses,
               .gravity = Gravity::Look,
               .object = clipObject(left.name),
               .text = fmt::format("{} joints are shown or hidden at other times, {}", count, text),
               .weight = static_cast<double>(count)});
}

const Track<glm::vec2>* offsetsOf(const Clip& clip, std::size_t material) {
    const auto found = std::ranges::lower_bound(
        clip.materials, material, {},
        [](const MaterialTracks& tracks) { return std::size_t{tracks.material.value}; });
    if (found == clip.materials.end() || found->material.value != material) return nullptr;
    return found->baseColorOffset.empty() ? nullptr : &found->baseColorOffset;
}

/// Compares the motion of the base colour texture of one material.
void compareTextureMotion(const ScenePair& pair, const std::string& object, const Material& material,
                          const Track<glm::vec2>* left, const Track<glm::vec2>* right,
                          DifferenceList& found) {
    if (left == nullptr && right == nullptr) return;
    const auto objectOf = [&] { return fmt::format("{}, texture of {}", object, quote(material.name)); };
    if (left == nullptr || right == nullptr) {
        found.add({.part = ComparedPart::Poses,
                   .gravity = Gravity::Look,
                   .object = objectOf(),
                   .text = left != nullptr ? "moves only in A" : "moves only in B"});
        return;
    }
    std::vector<float> times;
    addKeyTimes(*left, times);
    addKeyTimes(*right, times);
    sortTimes(times);
    double largest = 0;
    float worst = 0;
    for (const float time : times) {
        const double apart =
            static_cast<double>(glm::length(sampleTrack(*left, time) - sampleTrack(*right, time)));
        if (apart <= largest) continue;
        largest = apart;
        worst = time;
    }
    if (largest <= pair.options.share) return;
    found.add({.part = ComparedPart::Poses,
               .gravity = Gravity::Look,
               .object = objectOf(),
               .text = fmt::format("up to {:.4g} of its size apart, at {} s", largest, worst),
               .weight = largest});
}

void compareTextures(const ScenePair& pair, const Clip& left, const Clip& right, DifferenceList& found) {
    if (left.materials.empty() && right.materials.empty()) return;
    const NameMatches matches =
        matchNames(pair.left.materials, pair.right.materials,
                   [](const Material& material) { return std::string_view(material.name); });
    const auto number = [](const MaterialTracks& tracks) { return std::size_t{tracks.material.value}; };
    std::vector<std::size_t> moved;
    for (const MaterialTracks& tracks : left.materials)
        moved.push_back(number(tracks));
    for (const MaterialTracks& tracks : right.materials) {
        if (const auto& partner = matches.ofRight[number(tracks)]) moved.push_back(*partner);
    }
    std::ranges::sort(moved);
    moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
    for (const std::size_t material : moved) {
        if (!matches.ofLeft[material]) continue;
        compareTextureMotion(pair, clipObject(left.name), pair.left.materials[material],
                             offsetsOf(left, material), offsetsOf(right, *matches.ofLeft[material]), found);
    }
}

void compareClipMotion(const ScenePair& pair, const ComparedClip& clip, DifferenceList& found) {
    if (clip.maxError > pair.options.length) {
        addPose(
            clipObject(clip.name),
            fmt::format("points up to {} apart, {} for 99 % (joint {}, {:.4g} s)", lengthText(clip.maxError),
                        lengthText(clip.p99Error), quote(clip.worstJoint), clip.worstTime),
            clip.maxError, found);
    }
    if (!isSameTime(pair, clip.leftSeconds, clip.rightSeconds)) {
        found.add({.part = ComparedPart::Poses,
                   .gravity = Gravity::Shape,
                   .object = clipObject(clip.name),
                   .text = fmt::format("lasts {:.6g} s, {:.6g} s", clip.leftSeconds, clip.rightSeconds)});
    }
    const LoadedClip left(pair.left.clips[clip.left]);
    const LoadedClip right(pair.right.clips[clip.right]);
    compareVisibility(pair, *left, *right, found);
    compareTextures(pair, *left, *right, found);
}

}  // namespace

void compareMotion(const ScenePair& pair, const PoseDifference& poses, DifferenceList& found) {
    if (poses.rest.joints > 0) {
        addPose(
            "rest pose",
            fmt::format("points up to {} apart (joint {}), {} of {} joints", lengthText(poses.rest.maxError),
                        quote(poses.rest.worstJoint), poses.rest.joints, poses.joints),
            poses.rest.maxError, found);
    }
    for (const ComparedClip& clip : poses.clips)
        compareClipMotion(pair, clip, found);
    const auto addMissing = [&](const Missing& missing, bool isInLeft) {
        for (const std::string& clip : missing.clips)
            found.addMissing(ComparedPart::Poses, clipObject(clip), isInLeft);
        // Otherwise the comparison of the structure names them.
        if (missing.movedJoints > 0 && !pair.has(ComparedPart::Structure)) {
            found.addMissing(ComparedPart::Poses,
                             fmt::format("{} joints that clips move", missing.movedJoints), isInLeft);
        }
    };
    addMissing(poses.onlyLeft, true);
    addMissing(poses.onlyRight, false);
}

void compareEvents(const ScenePair& pair, const PoseDifference& poses, DifferenceList& found) {
    for (const ComparedClip& clip : poses.clips) {
        const std::vector<ClipEvent>& left = pair.left.clips[clip.left].events;
        const std::vector<ClipEvent>& right = pair.right.clips[clip.right].events;
        const NameMatches matches =
            matchNames(left, right, [](const ClipEvent& event) { return std::string_view(event.name); });
        const auto objectOf = [&](const ClipEvent& event) {
            return fmt::format("event {} of {}", quote(event.name), clipObject(clip.name));
        };
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (!matches.ofLeft[i]) {
                found.addMissing(ComparedPart::Events, objectOf(left[i]), true);
                continue;
            }
            const ClipEvent& other = right[*matches.ofLeft[i]];
            if (isSameTime(pair, static_cast<double>(left[i].time), static_cast<double>(other.time)))
                continue;
            found.add({.part = ComparedPart::Events,
                       .gravity = Gravity::Record,
                       .object = objectOf(left[i]),
                       .text = fmt::format("at {} s, {} s", left[i].time, other.time)});
        }
        for (std::size_t i = 0; i < right.size(); ++i) {
            if (!matches.ofRight[i]) found.addMissing(ComparedPart::Events, objectOf(right[i]), false);
        }
    }
}

}  // namespace rigkiln
