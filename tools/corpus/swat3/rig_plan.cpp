#include "tools/corpus/swat3/rig_plan.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>

namespace rigkiln::corpus {
namespace {

/// Makes a frame whose X axis is `along`. The roll differs between bones, so that rotations are no quarter
/// turns.
glm::dmat4 placed(const glm::dvec3& origin, const glm::dvec3& along, const glm::dvec3& near) {
    const glm::dvec3 x = glm::normalize(along);
    const glm::dvec3 z = glm::normalize(glm::cross(x, near));
    return {glm::dvec4(x, 0), glm::dvec4(glm::cross(z, x), 0), glm::dvec4(z, 0), glm::dvec4(origin, 1)};
}

class Planner {
public:
    /// Adds a bone named "Biped NAME" that begins at `origin` in model space.
    std::size_t add(std::string_view name, std::optional<std::size_t> parent, const glm::dvec3& origin,
                    const glm::dvec3& along, double length) {
        const glm::dvec3 near =
            glm::normalize(glm::dvec3(0.31, 0.83, 0.46 + 0.02 * static_cast<double>(rig_.size())));
        rig_.push_back({fmt::format("Biped{}{}", name.empty() ? "" : " ", name), parent,
                        placed(origin, along, near), length});
        return rig_.size() - 1;
    }

    void addArm(double side, const std::vector<std::size_t>& linksOfFingers, std::size_t neck) {
        const char letter = side > 0 ? 'L' : 'R';
        const auto named = [&](std::string_view part) { return fmt::format("{} {}", letter, part); };
        const glm::dvec3 down(side * 0.78, -0.08, -0.62);
        const glm::dvec3 bent(side * 0.66, -0.38, -0.65);
        const glm::dvec3 upper(side * 7, 0, 57);
        const glm::dvec3 fore = upper + 11.0 * glm::normalize(down);
        const glm::dvec3 hand = fore + 10.0 * glm::normalize(bent);
        const std::size_t clavicle = add(named("Clavicle"), neck, {side * 1.5, 0, 57}, {side, 0, 0.05}, 5.5);
        const std::size_t upperArm = add(named("UpperArm"), clavicle, upper, down, 11);
        const std::size_t foreArm = add(named("Forearm"), upperArm, fore, bent, 10);
        const std::size_t palm = add(named("Hand"), foreArm, hand, bent, 3.5);
        for (std::size_t finger = 0; finger < linksOfFingers.size(); ++finger) {
            const double across = 0.6 * (static_cast<double>(finger) - 1.5);
            glm::dvec3 origin = hand + 3.5 * glm::normalize(bent) + glm::dvec3(0, across, 0);
            std::size_t parent = palm;
            for (std::size_t link = 0; link < linksOfFingers[finger]; ++link) {
                const std::string name = link == 0 ? fmt::format("{} Finger{}", letter, finger)
                                                   : fmt::format("{} Finger{}{}", letter, finger, link);
                parent = add(name, parent, origin, bent + glm::dvec3(0, 0, -0.15 * static_cast<double>(link)),
                             1.1);
                origin += 1.1 * glm::dvec3(rig_[parent].world[0]);
            }
        }
    }

    void addLeg(double side, std::size_t pelvis) {
        const char letter = side > 0 ? 'L' : 'R';
        const auto named = [&](std::string_view part) { return fmt::format("{} {}", letter, part); };
        const std::size_t thigh =
            add(named("Thigh"), pelvis, {side * 4, 0, 37}, {side * 0.02, -0.04, -1}, 17);
        const std::size_t calf = add(named("Calf"), thigh, {side * 4.3, -0.7, 20}, {0, 0.08, -1}, 16.5);
        const std::size_t foot =
            add(named("Foot"), calf, {side * 4.3, 0.6, 3.5}, {side * 0.05, -0.9, -0.3}, 6);
        add(named("Toe0"), foot, {side * 4.5, -5, 1.5}, {0, -1, -0.05}, 3);
    }

    RigPlan take() { return std::move(rig_); }

private:
    RigPlan rig_;
};

RigPlan planBiped(const std::vector<std::size_t>& linksOfFingers, bool hasLongSpine) {
    constexpr glm::dvec3 kUp(0, -0.03, 1);
    Planner planner;
    const std::size_t root = planner.add("", std::nullopt, {0, 0, 38}, kUp, 0);
    const std::size_t pelvis = planner.add("Pelvis", root, {0, 0, 38}, {0, 0.1, 1}, 3);
    std::size_t spine = planner.add("Spine", pelvis, {0, 0, 41}, kUp, 7);
    spine = planner.add("Spine1", spine, {0, -0.2, 48}, kUp, hasLongSpine ? 5 : 10);
    if (hasLongSpine) spine = planner.add("Spine2", spine, {0, -0.4, 53}, kUp, 5);
    const std::size_t neck = planner.add("Neck", spine, {0, -0.5, 58}, {0, -0.15, 1}, 3);
    planner.add("Head", neck, {0, -1, 61}, kUp, 9);
    planner.addArm(1, linksOfFingers, neck);
    planner.addArm(-1, linksOfFingers, neck);
    planner.addLeg(1, pelvis);
    planner.addLeg(-1, pelvis);
    return planner.take();
}

}  // namespace

RigPlan planSwt() {
    return planBiped({3, 3, 3, 3, 3}, false);
}

RigPlan planTac() {
    return planBiped({3, 2, 2}, true);
}

RigPlan planWeapon(double barrelLength) {
    Planner planner;
    const glm::dvec3 along = glm::normalize(glm::dvec3(0.12, -0.97, 0.2));
    const std::size_t root = planner.add("Gun", std::nullopt, {0, 0, 0}, along, barrelLength);
    planner.add("Muzzle", root, barrelLength * along, along, 0);
    return planner.take();
}

std::size_t boneNamed(const RigPlan& rig, std::string_view name) {
    const auto found = std::ranges::find(rig, name, &PlannedBone::name);
    return static_cast<std::size_t>(found - rig.begin());
}

glm::dmat4 localMatrix(const RigPlan& rig, std::size_t bone) {
    const PlannedBone& own = rig[bone];
    return own.parent ? glm::affineInverse(rig[*own.parent].world) * own.world : own.world;
}

swat3::Float4 storedRotation(const glm::dquat& rotation, swat3::QuaternionSense sense) {
    const double sign = sense == swat3::QuaternionSense::Conjugated ? -1 : 1;
    return {static_cast<float>(sign * rotation.x), static_cast<float>(sign * rotation.y),
            static_cast<float>(sign * rotation.z), static_cast<float>(rotation.w)};
}

swat3::Float3 stored(const glm::dvec3& place) {
    return {static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z)};
}

swat3::Skeleton makeSkeleton(const RigPlan& rig, std::string name, swat3::QuaternionSense sense) {
    swat3::Skeleton skeleton{.id = 0, .name = std::move(name), .bones = {}};
    for (std::size_t i = 0; i < rig.size(); ++i) {
        const glm::dmat4 local = localMatrix(rig, i);
        swat3::Bone bone;
        bone.id = static_cast<std::uint16_t>(i);
        bone.name = rig[i].name;
        if (rig[i].parent) bone.link = static_cast<std::uint16_t>(*rig[i].parent);
        bone.position = stored(glm::dvec3(local[3]));
        bone.rotation = storedRotation(glm::quat_cast(glm::dmat3(local)), sense);
        skeleton.bones.push_back(std::move(bone));
    }
    return skeleton;
}

}  // namespace rigkiln::corpus
