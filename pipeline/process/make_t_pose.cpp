#include "pipeline/process/make_t_pose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/humanoid_bones.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/source_rest.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Radians by which a bone may be off and stays.
constexpr double kStraight = 1e-6;
/// Part of the distance of the shoulders that has to be along X.
constexpr double kLeastAcross = 0.8;

/// Returns the smallest rotation that turns one direction into another. Both are unit.
glm::dquat rotationBetween(const glm::dvec3& from, const glm::dvec3& to) {
    const double cosine = glm::dot(from, to);
    constexpr double kOpposite = -1.0 + 1e-12;
    if (cosine > kOpposite) {
        const glm::dvec3 axis = glm::cross(from, to);
        return glm::normalize(glm::dquat(1.0 + cosine, axis.x, axis.y, axis.z));
    }
    const glm::dvec3 other = std::abs(from.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    const glm::dvec3 axis = glm::normalize(glm::cross(from, other));
    return {0.0, axis.x, axis.y, axis.z};
}

/// Changes the rest pose of one humanoid.
class TPose {
public:
    using Sources = std::map<std::size_t, SourceRest>;

    /// `sources` gets the rest pose of the source of each joint that changes.
    TPose(Scene& scene, const Humanoid& humanoid, Sources& sources, Diagnostics& diagnostics)
        : scene_(scene), humanoid_(humanoid), sources_(sources), diagnostics_(diagnostics) {}

    void run() {
        const std::optional<double> lowBefore = lowestFoot();
        straightenArms();
        for (const BodySide side : {BodySide::Left, BodySide::Right})
            straightenLeg(side);
        const std::optional<double> lowAfter = lowestFoot();
        if (lowBefore && lowAfter) raiseHips(*lowBefore - *lowAfter);
    }

private:
    [[nodiscard]] std::optional<std::size_t> find(HumanoidBone bone, BodySide side) const {
        return humanoid_.find(bone, side);
    }

    [[nodiscard]] glm::dmat4 worldOf(std::optional<IndexOf<Joint>> joint) const {
        glm::dmat4 world(1.0);
        for (; joint; joint = scene_.joints[joint->value].parent)
            world = toMatrix(scene_.joints[joint->value].rest) * world;
        return world;
    }

    [[nodiscard]] glm::dvec3 placeOf(std::size_t joint) const { return worldOf(IndexOf<Joint>(joint))[3]; }

    [[nodiscard]] bool isBelow(std::size_t joint, std::size_t above) const {
        for (std::optional<IndexOf<Joint>> one = scene_.joints[joint].parent; one;
             one = scene_.joints[one->value].parent) {
            if (one->value == above) return true;
        }
        return false;
    }

    [[nodiscard]] std::optional<double> lowestFoot() const {
        std::optional<double> lowest;
        for (const BodySide side : {BodySide::Left, BodySide::Right}) {
            const std::optional<std::size_t> foot = find(HumanoidBone::Foot, side);
            if (!foot) continue;
            const double height = placeOf(*foot).y;
            lowest = std::min(lowest.value_or(height), height);
        }
        return lowest;
    }

    void tell(std::size_t joint, const std::string& reason) {
        diagnostics_.add(kLimbNotStraight, fmt::format("joint {}", quote(scene_.joints[joint].name)), reason);
    }

    void straightenArms() {
        const std::size_t left = *find(HumanoidBone::UpperArm, BodySide::Left);
        const std::size_t right = *find(HumanoidBone::UpperArm, BodySide::Right);
        const glm::dvec3 across = placeOf(left) - placeOf(right);
        if (!(std::abs(across.x) >= kLeastAcross * glm::length(across)) || across.x == 0) {
            const std::string reason =
                fmt::format("the shoulders are ({:.3g}, {:.3g}, {:.3g}) m apart, expected along X", across.x,
                            across.y, across.z);
            tell(left, reason);
            tell(right, reason);
            return;
        }
        const glm::dvec3 toLeft(across.x > 0 ? 1 : -1, 0, 0);
        straightenArm(BodySide::Left, toLeft);
        straightenArm(BodySide::Right, -toLeft);
    }

    void straightenArm(BodySide side, const glm::dvec3& direction) {
        const std::size_t upper = *find(HumanoidBone::UpperArm, side);
        const std::size_t lower = *find(HumanoidBone::LowerArm, side);
        if (!straighten(upper, lower, direction)) return;
        const std::optional<std::size_t> hand = find(HumanoidBone::Hand, side);
        if (!hand || !straighten(lower, *hand, direction)) return;
        constexpr std::array kFingers = {HumanoidBone::Middle1, HumanoidBone::Ring1, HumanoidBone::Index1,
                                         HumanoidBone::Little1};
        for (const HumanoidBone bone : kFingers) {
            const std::optional<std::size_t> finger = find(bone, side);
            if (!finger) continue;
            straighten(*hand, *finger, direction);
            return;
        }
    }

    void straightenLeg(BodySide side) {
        const glm::dvec3 down(0, -1, 0);
        const std::size_t upper = *find(HumanoidBone::UpperLeg, side);
        const std::size_t lower = *find(HumanoidBone::LowerLeg, side);
        const std::optional<std::size_t> foot = find(HumanoidBone::Foot, side);
        const std::optional<glm::dmat3> sole =
            foot ? std::optional(glm::dmat3(worldOf(IndexOf<Joint>(*foot)))) : std::nullopt;
        if (!straighten(upper, lower, down) || !foot || !straighten(lower, *foot, down)) return;
        turnBack(*foot, *sole);
    }

    /// Turns a joint so that another one below it is in a direction of model space. Returns false, after
    /// telling why, if that is not possible.
    bool straighten(std::size_t joint, std::size_t end, const glm::dvec3& direction) {
        checkStop();
        if (!isBelow(end, joint)) {
            tell(joint, fmt::format("joint {} does not hang on it", quote(scene_.joints[end].name)));
            return false;
        }
        const glm::dmat3 above(worldOf(scene_.joints[joint].parent));
        const glm::dvec3 bone = placeOf(end) - placeOf(joint);
        if (!isInvertible(above) || !(glm::length(bone) > 0) || !std::isfinite(glm::length(bone))) {
            tell(joint, fmt::format("joint {} is in the same place, or a joint above has a scale of 0",
                                    quote(scene_.joints[end].name)));
            return false;
        }
        const glm::dmat3 fromModel = glm::inverse(above);
        const glm::dvec3 from = glm::normalize(fromModel * bone);
        const glm::dvec3 to = glm::normalize(fromModel * direction);
        if (glm::distance(from, to) <= kStraight) return true;
        turn(joint, rotationBetween(from, to) * glm::dquat(scene_.joints[joint].rest.rotation));
        return true;
    }

    /// Gives a foot the axes in model space that it had, as far as a rotation can.
    void turnBack(std::size_t foot, const glm::dmat3& axes) {
        const Transform& rest = scene_.joints[foot].rest;
        const glm::dmat3 above(worldOf(scene_.joints[foot].parent));
        const glm::dvec3 scale(rest.scale);
        if (!isInvertible(above) || scale.x == 0 || scale.y == 0 || scale.z == 0) return;
        glm::dmat3 local = glm::inverse(above) * axes;
        for (int column = 0; column < 3; ++column)
            local[column] = glm::normalize(local[column] / scale[column]);
        const glm::dquat rotation = glm::normalize(glm::quat_cast(local));
        const glm::dquat known = glm::normalize(glm::dquat(rest.rotation));
        if (std::isfinite(rotation.w) && std::abs(glm::dot(rotation, known)) < 1 - kStraight * kStraight)
            turn(foot, rotation);
    }

    void turn(std::size_t joint, const glm::dquat& rotation) {
        note(joint);
        scene_.joints[joint].rest.rotation = glm::quat(glm::normalize(rotation));
    }

    void raiseHips(double metres) {
        const std::size_t hips = *find(HumanoidBone::Hips, BodySide::None);
        const glm::dmat3 above(worldOf(scene_.joints[hips].parent));
        constexpr double kLeast = 1e-7;  // of the height of the hips
        const double height = std::abs(placeOf(hips).y);
        if (!isInvertible(above) || !(std::abs(metres) > kLeast * height)) return;
        note(hips);
        glm::vec3& translation = scene_.joints[hips].rest.translation;
        translation = glm::vec3(glm::dvec3(translation) + glm::inverse(above) * glm::dvec3(0, metres, 0));
    }

    void note(std::size_t joint) {
        const Transform& rest = scene_.joints[joint].rest;
        sources_.try_emplace(joint, SourceRest{.rotation = rest.rotation, .translation = rest.translation});
    }

    Scene& scene_;
    const Humanoid& humanoid_;
    Sources& sources_;
    Diagnostics& diagnostics_;
};

/// Gives clips the rest poses of the source where they relied on them.
class RestKeeper {
public:
    RestKeeper(Scene& scene, const TPose::Sources& sources)
        : scene_(scene), sources_(sources), partOf_(partOfEachJoint(scene)) {
        for (const auto& [joint, source] : sources)
            joints_[partOf_[joint]].push_back(joint);
    }

    void run() {
        for (Clip& clip : scene_.clips) {
            checkStop();
            ClipInHand inHand(clip);
            if (!keep(clip)) inHand.keepStored();
        }
    }

private:
    /// Returns whether the clip was changed.
    bool keep(Clip& clip) const {
        // Joints of no part are of every clip.
        std::set<std::optional<IndexOf<Joint>>> parts = {std::nullopt};
        std::map<std::size_t, std::size_t> known;  // places of tracks of joints that changed
        for (std::size_t i = 0; i < clip.joints.size(); ++i) {
            const std::size_t joint = clip.joints[i].joint.value;
            parts.insert(partOf_[joint]);
            if (sources_.contains(joint)) known.emplace(joint, i);
        }
        bool isChanged = false;
        std::vector<JointTracks> added;
        for (const std::optional<IndexOf<Joint>>& part : parts) {
            const auto joints = joints_.find(part);
            if (joints == joints_.end()) continue;
            for (const std::size_t joint : joints->second) {
                const auto place = known.find(joint);
                JointTracks none;
                none.joint = IndexOf<Joint>(joint);
                JointTracks& tracks = place == known.end() ? none : clip.joints[place->second];
                if (!complete(tracks, scene_.joints[joint].rest, sources_.at(joint))) continue;
                isChanged = true;
                if (place == known.end()) added.push_back(std::move(none));
            }
        }
        if (added.empty()) return isChanged;
        for (JointTracks& tracks : added)
            clip.joints.push_back(std::move(tracks));
        std::ranges::sort(clip.joints, {}, &JointTracks::joint);
        return true;
    }

    /// Returns whether the tracks were changed.
    static bool complete(JointTracks& tracks, const Transform& rest, const SourceRest& source) {
        const bool isHeld = std::exchange(tracks.holdsRestPose, false);
        bool isChanged = isHeld;
        if (tracks.rotation.empty() && rest.rotation != source.rotation) {
            tracks.rotation.times = {0.0F};
            tracks.rotation.values = {source.rotation};
            isChanged = true;
        }
        if (tracks.translation.empty() && rest.translation != source.translation) {
            tracks.translation.times = {0.0F};
            tracks.translation.values = {source.translation};
            isChanged = true;
        }
        return isChanged;
    }

    Scene& scene_;
    const TPose::Sources& sources_;
    std::vector<std::optional<IndexOf<Joint>>> partOf_;
    /// Joints that changed, by their part: a clip of one part looks at no other.
    std::map<std::optional<IndexOf<Joint>>, std::vector<std::size_t>> joints_;
};

}  // namespace

void makeTPose(Scene& scene, Diagnostics& diagnostics) {
    const std::vector<Humanoid> humanoids = findHumanoids(scene);
    if (humanoids.empty()) {
        diagnostics.add(kNoHumanoid, fmt::format("{} joints", scene.joints.size()));
        return;
    }
    TPose::Sources sources;
    for (const Humanoid& humanoid : humanoids)
        TPose(scene, humanoid, sources, diagnostics).run();
    if (sources.empty()) return;
    RestKeeper(scene, sources).run();
    for (const auto& [joint, source] : sources)
        recordSourceRest(scene.joints[joint], source);
}

}  // namespace rigkiln
