#include "tools/cli/pose_difference.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "pipeline/animation/clip_difference.hpp"
#include "pipeline/reading/reduce_scene.hpp"

namespace rigkiln::cli {
namespace {

bool moves(const JointTracks& tracks) {
    return !tracks.translation.empty() || !tracks.rotation.empty() || !tracks.scale.empty();
}

void addMissingJoints(const Scene& scene, const std::vector<bool>& isShared, Missing& missing) {
    std::vector<bool> isMoved(scene.joints.size(), false);
    for (const Clip& clip : scene.clips) {
        for (const JointTracks& tracks : clip.joints)
            isMoved[tracks.joint.value] = isMoved[tracks.joint.value] || moves(tracks);
    }
    for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
        if (isShared[joint]) continue;
        missing.joints.push_back(scene.joints[joint].name);
        missing.movedJoints += isMoved[joint] ? 1U : 0U;
    }
}

/// Clip of the right scene for each clip of the left one; null where the right scene has no further clip of
/// that name.
std::vector<const Clip*> matchClips(const Scene& left, const Scene& right, PoseDifference& difference) {
    std::map<std::string_view, std::vector<const Clip*>> byName;
    for (const Clip& clip : right.clips)
        byName[clip.name].push_back(&clip);
    std::map<std::string_view, std::size_t> used;
    std::vector<const Clip*> partners;
    for (const Clip& clip : left.clips) {
        const std::vector<const Clip*>& known = byName[clip.name];
        const std::size_t number = used[clip.name]++;
        partners.push_back(number < known.size() ? known[number] : nullptr);
        if (partners.back() == nullptr) difference.onlyLeft.clips.push_back(clip.name);
    }
    for (const Clip& clip : right.clips) {
        if (std::ranges::find(partners, &clip) == partners.end())
            difference.onlyRight.clips.push_back(clip.name);
    }
    return partners;
}

}  // namespace

double PoseDifference::maxError() const {
    double largest = 0;
    for (const ComparedClip& clip : clips)
        largest = std::max(largest, clip.maxError);
    return largest;
}

bool PoseDifference::isWithin(double bound) const {
    const bool isComplete = onlyLeft.clips.empty() && onlyRight.clips.empty() && onlyLeft.movedJoints == 0 &&
                            onlyRight.movedJoints == 0;
    const bool isAsLong = std::ranges::all_of(
        clips, [](const ComparedClip& clip) { return clip.leftSeconds == clip.rightSeconds; });
    return isComplete && isAsLong && maxError() <= bound;
}

PoseDifference comparePoses(const Scene& left, const Scene& right, const ReductionSettings& settings) {
    PoseDifference difference;
    const JointPartners partners = matchJoints(left, right);
    std::vector<bool> isLeftShared;
    std::vector<bool> isRightShared(right.joints.size(), false);
    for (const auto& partner : partners) {
        isLeftShared.push_back(partner.has_value());
        if (partner) isRightShared[partner->value] = true;
    }
    difference.joints = static_cast<std::size_t>(std::ranges::count(isLeftShared, true));
    addMissingJoints(left, isLeftShared, difference.onlyLeft);
    addMissingJoints(right, isRightShared, difference.onlyRight);
    const ReductionMeasure measure = measureOf(left, settings);
    const std::vector<const Clip*> clips = matchClips(left, right, difference);
    for (std::size_t number = 0; number < clips.size(); ++number) {
        if (clips[number] == nullptr) continue;
        const Clip& clip = left.clips[number];
        const ClipDifference found =
            measureClipDifference(left, clip, right, *clips[number], measure.probes, partners);
        difference.clips.push_back(
            {.name = clip.name,
             .maxError = found.maximum / measure.scale,
             .p99Error = found.p99 / measure.scale,
             .worstJoint = found.maximum > 0 ? left.joints[found.joint.value].name : std::string(),
             .worstPoint = found.point,
             .worstTime = static_cast<double>(found.time),
             .leftSeconds = static_cast<double>(clip.duration),
             .rightSeconds = static_cast<double>(clips[number]->duration)});
    }
    return difference;
}

}  // namespace rigkiln::cli
