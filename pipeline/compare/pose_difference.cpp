#include "pipeline/compare/pose_difference.hpp"

#include <algorithm>
#include <string_view>

#include <glm/geometric.hpp>

#include "pipeline/compare/match_names.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

bool moves(const JointTracks& tracks) {
    return !tracks.translation.empty() || !tracks.rotation.empty() || !tracks.scale.empty();
}

Missing missingJoints(const Scene& scene, const JointPartners& partners) {
    Missing missing;
    std::vector<bool> isMoved(scene.joints.size(), false);
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints)
            isMoved[tracks.joint.value] = isMoved[tracks.joint.value] || moves(tracks);
    }
    for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
        if (partners[joint]) continue;
        missing.joints.push_back(scene.joints[joint].name);
        missing.movedJoints += isMoved[joint] ? 1U : 0U;
    }
    return missing;
}

ComparedRest compareRest(const ScenePair& pair) {
    ComparedRest rest;
    for (std::size_t joint = 0; joint < pair.partners.size(); ++joint) {
        if (!pair.partners[joint]) continue;
        const glm::dmat4& there = pair.rightWorlds[pair.partners[joint]->value];
        double largest = 0;
        for (const glm::dvec3& point : pair.options.probes[joint].points) {
            const glm::dvec4 place(point, 1.0);
            largest =
                std::max(largest, glm::length(glm::dvec3(pair.leftWorlds[joint] * place - there * place)));
        }
        largest = pair.metres(largest);
        rest.joints += largest > pair.options.length ? 1U : 0U;
        if (largest <= rest.maxError) continue;
        rest.maxError = largest;
        rest.worstJoint = pair.left.joints[joint].name;
    }
    return rest;
}

/// Whether two clips move equal skeletons by equal tracks, so that nothing has to be measured.
bool isEqualMotion(const ScenePair& pair, const Clip& left, const Clip& right) {
    return left.joints == right.joints && left.duration == right.duration &&
           pair.left.joints == pair.right.joints;
}

ComparedClip compareClip(const ScenePair& pair, std::size_t left, std::size_t right) {
    const LoadedClip leftClip(pair.left.clips[left]);
    const LoadedClip rightClip(pair.right.clips[right]);
    ClipDifference found;
    if (!isEqualMotion(pair, *leftClip, *rightClip)) {
        found = measureClipDifference(pair.left, *leftClip, pair.right, *rightClip, pair.options.probes,
                                      pair.partners);
    }
    return {.name = leftClip->name,
            .left = left,
            .right = right,
            .maxError = pair.metres(found.maximum),
            .p99Error = pair.metres(found.p99),
            .worstJoint = found.maximum > 0 ? pair.left.joints[found.joint.value].name : std::string(),
            .worstPoint = found.point,
            .worstTime = static_cast<double>(found.time),
            .leftSeconds = static_cast<double>(leftClip->duration),
            .rightSeconds = static_cast<double>(rightClip->duration)};
}

}  // namespace

double PoseDifference::maxError() const {
    double largest = 0;
    for (const ComparedClip& clip : clips)
        largest = std::max(largest, clip.maxError);
    return largest;
}

PoseDifference comparePoses(const ScenePair& pair) {
    PoseDifference difference;
    difference.onlyLeft = missingJoints(pair.left, pair.partners);
    difference.onlyRight = missingJoints(pair.right, pair.backPartners);
    difference.joints = pair.left.joints.size() - difference.onlyLeft.joints.size();
    difference.rest = compareRest(pair);
    const NameMatches matches = matchNames(pair.left.clips, pair.right.clips,
                                           [](const Clip& clip) { return std::string_view(clip.name); });
    for (std::size_t left = 0; left < matches.ofLeft.size(); ++left) {
        if (matches.ofLeft[left])
            difference.clips.push_back(compareClip(pair, left, *matches.ofLeft[left]));
        else
            difference.onlyLeft.clips.push_back(pair.left.clips[left].name);
    }
    for (std::size_t right = 0; right < matches.ofRight.size(); ++right) {
        if (!matches.ofRight[right]) difference.onlyRight.clips.push_back(pair.right.clips[right].name);
    }
    return difference;
}

}  // namespace rigkiln
