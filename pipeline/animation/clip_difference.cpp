#include "pipeline/animation/clip_difference.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/key_times.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/pose_error.hpp"
#include "pipeline/animation/sample_track.hpp"

namespace rigkiln {
namespace {

/// Largest number of sample times that frame rates may ask for. Above it each key interval gets only four
/// parts, because the measurement would take hours.
constexpr double kMostDenseTimes = 1e6;
constexpr double kTimesPerFrame = 4;
constexpr float kUsualFrameRate = 30;

void addTimes(const Clip& clip, std::vector<float>& keys) {
    keys.push_back(clip.duration);
    addMotionTimes(clip, keys);
    for (const JointTracks& tracks : clip.joints)
        addKeyTimes(tracks.visibility, keys);
}

std::vector<float> checkTimes(const Clip& left, const Clip& right) {
    std::vector<float> keys = {0.0F};
    addTimes(left, keys);
    addTimes(right, keys);
    sortTimes(keys);
    const auto rate = static_cast<double>(std::max(left.sourceFrameRate.value_or(kUsualFrameRate),
                                                   right.sourceFrameRate.value_or(kUsualFrameRate)));
    const double perSecond = kTimesPerFrame * rate;
    const bool isDense = static_cast<double>(keys.back()) * perSecond <= kMostDenseTimes;
    std::vector<float> times;
    for (std::size_t key = 0; key + 1 < keys.size(); ++key) {
        const float length = keys[key + 1] - keys[key];
        int parts = 4;
        if (isDense)
            parts = std::max(parts, static_cast<int>(std::ceil(static_cast<double>(length) * perSecond)));
        for (int part = 0; part < parts; ++part)
            times.push_back(keys[key] + length * static_cast<float>(part) / static_cast<float>(parts));
    }
    times.push_back(keys.back());
    return times;
}

/// Joint matrices and hidden joints of one clip at one time.
struct Side {
    Side(const Scene& scene, const Clip& clip, float time)
        : worlds(worldMatricesAt(scene, clip, time)), isHidden(scene.joints.size(), false) {
        for (const JointTracks& tracks : clip.joints) {
            if (!tracks.visibility.empty())
                isHidden[tracks.joint.value] = sampleTrack(tracks.visibility, time) == 0;
        }
    }

    std::vector<glm::dmat4> worlds;
    std::vector<bool> isHidden;
};

/// Numbers the path of each joint from the root. Identifies a path by the number of the parent's path and the
/// joint's name, so that deep chains need no long strings.
class Paths {
public:
    std::vector<std::size_t> of(const Scene& scene) {
        std::vector<std::size_t> paths;
        for (const Joint& joint : scene.joints) {
            const std::size_t above = joint.parent ? paths[joint.parent->value] + 1 : 0;
            paths.push_back(numbers_.try_emplace({above, joint.name}, numbers_.size()).first->second);
        }
        return paths;
    }

private:
    std::map<std::pair<std::size_t, std::string>, std::size_t> numbers_;
};

/// Maps names of joints that are not taken to their index, or to nothing when a name occurs more than once.
std::map<std::string_view, std::optional<std::uint32_t>> uniqueNames(const Scene& scene,
                                                                     const std::vector<bool>& isTaken) {
    std::map<std::string_view, std::optional<std::uint32_t>> names;
    for (std::uint32_t joint = 0; joint < scene.joints.size(); ++joint) {
        if (isTaken[joint]) continue;
        const auto [entry, isNew] = names.try_emplace(scene.joints[joint].name, joint);
        if (!isNew) entry->second.reset();
    }
    return names;
}

}  // namespace

JointPartners matchJoints(const Scene& left, const Scene& right) {
    Paths paths;
    const std::vector<std::size_t> leftPaths = paths.of(left);
    const std::vector<std::size_t> rightPaths = paths.of(right);
    std::map<std::size_t, std::vector<std::uint32_t>> byPath;
    for (std::uint32_t joint = static_cast<std::uint32_t>(rightPaths.size()); joint-- > 0;)
        byPath[rightPaths[joint]].push_back(joint);
    JointPartners partners(left.joints.size());
    std::vector<bool> isLeftTaken(left.joints.size(), false);
    std::vector<bool> isRightTaken(right.joints.size(), false);
    for (std::size_t joint = 0; joint < leftPaths.size(); ++joint) {
        const auto found = byPath.find(leftPaths[joint]);
        if (found == byPath.end() || found->second.empty()) continue;
        // Siblings with equal names are matched in order.
        partners[joint] = IndexOf<Joint>(found->second.back());
        found->second.pop_back();
        isLeftTaken[joint] = true;
        isRightTaken[partners[joint]->value] = true;
    }
    const auto leftNames = uniqueNames(left, isLeftTaken);
    const auto rightNames = uniqueNames(right, isRightTaken);
    for (const auto& [name, joint] : leftNames) {
        const auto found = rightNames.find(name);
        if (joint && found != rightNames.end() && found->second)
            partners[*joint] = IndexOf<Joint>(*found->second);
    }
    return partners;
}

ClipDifference measureClipDifference(const Scene& left, const Clip& leftClip, const Scene& right,
                                     const Clip& rightClip, std::span<const JointProbes> probes,
                                     std::span<const std::optional<IndexOf<Joint>>> partners) {
    ClipDifference result;
    std::vector<float> displacements;
    for (const auto& partner : partners)
        result.joints += partner ? 1U : 0U;
    for (const float time : checkTimes(leftClip, rightClip)) {
        const Side here(left, leftClip, time);
        const Side there(right, rightClip, time);
        for (std::size_t joint = 0; joint < partners.size(); ++joint) {
            if (!partners[joint]) continue;
            const std::size_t partner = partners[joint]->value;
            const bool isHidden =
                probes[joint].hideWithJoint && here.isHidden[joint] && there.isHidden[partner];
            double largest = 0;
            for (const glm::dvec3& point : probes[joint].points) {
                if (isHidden) break;
                const glm::dvec4 place(point, 1.0);
                const double moved =
                    glm::length(glm::dvec3(here.worlds[joint] * place - there.worlds[partner] * place));
                largest = std::max(largest, moved);
                if (moved <= result.maximum) continue;
                result.maximum = moved;
                result.joint = IndexOf<Joint>(joint);
                result.point = point;
                result.time = time;
            }
            displacements.push_back(static_cast<float>(largest));
        }
    }
    result.p99 = p99Of(std::move(displacements));
    return result;
}

}  // namespace rigkiln
