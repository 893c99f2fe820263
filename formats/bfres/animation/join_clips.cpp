#include "formats/bfres/animation/join_clips.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "pipeline/animation/repeat_track.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::bfres {
namespace {

constexpr std::array<std::string_view, 4> kKindNames = {"skeleton", "bone_visibility", "material_visibility",
                                                        "texture_patterns"};

std::string_view nameOf(PartKind kind) {
    return kKindNames.at(static_cast<std::size_t>(kind));
}

using Parts = std::vector<ClipPart>;

bool haveOneKind(const Parts& left, const Parts& right) {
    return std::ranges::any_of(left, [&](const ClipPart& part) {
        return std::ranges::find(right, part.kind, &ClipPart::kind) != right.end();
    });
}

const ClipPart* partOf(const Parts& parts, PartKind kind) {
    const auto part = std::ranges::find(parts, kind, &ClipPart::kind);
    return part == parts.end() ? nullptr : &*part;
}

/// Returns the part that decides how long the clip is: the longest that is shown, of several the first.
/// Precondition: there is one.
const ClipPart& longestOf(const Parts& parts) {
    const bool showsOne = std::ranges::any_of(parts, &ClipPart::isShown);
    const auto length = [&](const ClipPart& part) -> std::int64_t {
        return part.isShown || !showsOne ? std::int64_t{part.frameCount} : std::int64_t{-1};
    };
    return *std::ranges::max_element(parts, {}, length);
}

bool mustRepeat(const ClipPart* part, std::uint32_t lastFrame) {
    return part != nullptr && part->loops && part->frameCount > 0 && part->frameCount < lastFrame;
}

std::uint64_t keysOf(const JointTracks& tracks, PartKind kind) {
    if (kind == PartKind::BoneVisibility) return tracks.visibility.times.size();
    return tracks.translation.times.size() + tracks.rotation.times.size() + tracks.scale.times.size();
}

void repeat(JointTracks& tracks, PartKind kind, const Repetition& repetition) {
    if (kind == PartKind::BoneVisibility) {
        tracks.visibility = repeatTrack(std::move(tracks.visibility), repetition);
        return;
    }
    tracks.translation = repeatTrack(std::move(tracks.translation), repetition);
    tracks.rotation = repeatTrack(std::move(tracks.rotation), repetition);
    tracks.scale = repeatTrack(std::move(tracks.scale), repetition);
}

/// Repeats the tracks of parts that loop, up to the last frame.
void extend(Clip& clip, const Parts& parts, std::uint32_t lastFrame, const JoinContext& context) {
    for (const PartKind kind : {PartKind::Skeleton, PartKind::BoneVisibility}) {
        const ClipPart* const part = partOf(parts, kind);
        if (!mustRepeat(part, lastFrame)) continue;
        const Repetition repetition{
            .period = part->frameCount, .length = lastFrame, .frameRate = context.frameRate};
        std::uint64_t keys = 0;
        for (const JointTracks& tracks : clip.joints)
            keys += keysOf(tracks, kind);
        keys *= repetition.count() - 1;
        if (!context.budget.takeIfLeft(keys)) {
            context.diagnostics.add(kNotRepeated, fmt::format("clip {} {}", quote(clip.name), nameOf(kind)),
                                    fmt::format("{} keys", keys));
            continue;
        }
        for (JointTracks& tracks : clip.joints)
            repeat(tracks, kind, repetition);
    }
}

/// Adds tracks whose kinds the clip does not have.
void addTracks(Clip& clip, JointTrackList added) {
    std::map<std::size_t, JointTracks> tracksOf;
    for (JointTracks& tracks : clip.joints)
        tracksOf.emplace(tracks.joint.value, std::move(tracks));
    for (JointTracks& tracks : added) {
        const auto [known, isNew] = tracksOf.try_emplace(tracks.joint.value, std::move(tracks));
        if (isNew) continue;
        if (tracks.visibility.empty()) {
            known->second.translation = std::move(tracks.translation);
            known->second.rotation = std::move(tracks.rotation);
            known->second.scale = std::move(tracks.scale);
        } else {
            known->second.visibility = std::move(tracks.visibility);
        }
    }
    clip.joints.clear();
    for (auto& [joint, tracks] : tracksOf)
        clip.joints.push_back(std::move(tracks));
}

Value partsValue(const Parts& parts) {
    Properties value;
    for (const ClipPart& part : parts) {
        Properties described;
        described.set("frame_count", std::int64_t{part.frameCount});
        if (part.loops) described.set("loop", true);
        value.set(nameOf(part.kind), std::move(described));
    }
    return value;
}

/// Moves everything of the members into the first one.
void join(std::vector<Clip>& clips, std::vector<Parts>& parts, const std::vector<std::size_t>& members,
          const JoinContext& context) {
    Parts all;
    for (const std::size_t member : members)
        all.insert(all.end(), parts[member].begin(), parts[member].end());
    std::ranges::stable_sort(all, {}, &ClipPart::kind);
    const ClipPart longest = longestOf(all);
    const std::uint32_t lastFrame = longest.frameCount;
    Clip& first = clips[members.front()];
    const ClipInHand inHand(first);
    Properties extras;
    if (longest.loops) extras.set("loop", true);
    for (const std::size_t member : members) {
        Clip& clip = clips[member];
        const ClipInHand memberInHand(clip);
        extend(clip, parts[member], lastFrame, context);
        if (member != members.front()) addTracks(first, std::exchange(clip.joints, JointTrackList()));
        for (const auto& [name, value] : clip.extras.entries()) {
            if (name != "loop") extras.set(name, value);
        }
    }
    const auto isShorter = [&](const ClipPart& part) { return part.frameCount != lastFrame; };
    if (std::ranges::any_of(all, isShorter)) extras.set("parts", partsValue(all));
    first.extras = std::move(extras);
    first.duration = static_cast<float>(static_cast<double>(lastFrame) / context.frameRate);
    first.sourceFrameCount = lastFrame < UINT32_MAX ? lastFrame + 1 : UINT32_MAX;
    parts[members.front()] = std::move(all);
}

}  // namespace

std::vector<std::size_t> joinClips(std::vector<Clip>& clips, std::vector<Parts>& parts,
                                   const JoinContext& context) {
    std::vector<std::vector<std::size_t>> groups;
    std::unordered_map<std::string_view, std::size_t> groupOf;  // for look-ups only, never iterated
    std::vector<std::size_t> places(clips.size());
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const auto [known, isNew] = groupOf.try_emplace(clips[i].name, groups.size());
        const bool isFurther = !isNew && std::ranges::none_of(groups[known->second], [&](std::size_t member) {
            return haveOneKind(parts[member], parts[i]);
        });
        places[i] = isFurther ? known->second : groups.size();
        if (isFurther) {
            groups[known->second].push_back(i);
        } else {
            groups.push_back({i});
        }
    }
    if (groups.size() == clips.size()) return places;
    std::vector<Clip> joined;
    std::vector<Parts> joinedParts;
    joined.reserve(groups.size());
    for (const std::vector<std::size_t>& members : groups) {
        if (members.size() > 1) join(clips, parts, members, context);
        joined.push_back(std::move(clips[members.front()]));
        joinedParts.push_back(std::move(parts[members.front()]));
    }
    clips = std::move(joined);
    parts = std::move(joinedParts);
    return places;
}

}  // namespace rigkiln::bfres
