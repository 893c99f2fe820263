#include "tools/corpus/skeleton.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace rigkiln::corpus {
namespace {

std::uint32_t addBone(Skeleton& skeleton, std::string name, std::uint32_t parent, const Placement& world) {
    const Placement local = compose(inverse(skeleton.world[parent]), world);
    Bone bone{.name = std::move(name), .parent = static_cast<std::int32_t>(parent)};
    bone.translation = toFloat3(local.translation);
    bone.rotation = pack(local.rotation);
    skeleton.world.push_back(compose(skeleton.world[parent], restOf(bone)));
    skeleton.bones.push_back(std::move(bone));
    return static_cast<std::uint32_t>(skeleton.bones.size() - 1);
}

glm::dquat alongDirection(const glm::dvec3& direction) {
    const glm::dvec3 x = glm::normalize(direction);
    const bool sideways = std::abs(x.x) > 0.9;
    const glm::dvec3 side = sideways ? glm::dvec3(0, 0, 1) : glm::dvec3(1, 0, 0);
    const glm::dvec3 z = glm::normalize(side - x * glm::dot(side, x));
    return glm::normalize(glm::quat_cast(glm::dmat3(x, glm::cross(z, x), z)));
}

void addArm(Skeleton& skeleton, std::uint32_t chest, const char* side, double sign, double scale) {
    const glm::dvec3 shoulder = glm::dvec3(1.25 * sign, 0, 8.0) * scale;
    const glm::dvec3 elbow = glm::dvec3(1.75 * sign, 0.1, 6.35) * scale;
    const glm::dvec3 wrist = glm::dvec3(1.95 * sign, -0.35, 4.8) * scale;
    const glm::dvec3 finger = glm::dvec3(1.95 * sign, -0.5, 4.2) * scale;
    const auto upper =
        addBoxLimb(skeleton, fmt::format("{}_UpperArm", side), chest, shoulder, elbow, 0.6 * scale);
    const auto fore = addBoxLimb(skeleton, fmt::format("{}_ForeArm", side), upper, elbow, wrist, 0.5 * scale);
    const auto hand = addBoxLimb(skeleton, fmt::format("{}_Hand", side), fore, wrist, finger, 0.45 * scale);
    addPoint(skeleton, fmt::format("HP_{}_Hand", side), hand, finger);
}

void addLeg(Skeleton& skeleton, std::uint32_t pelvis, const char* side, double sign, double scale) {
    const glm::dvec3 hip = glm::dvec3(0.6 * sign, 0, 5.0) * scale;
    const glm::dvec3 knee = glm::dvec3(0.65 * sign, -0.1, 2.7) * scale;
    const glm::dvec3 ankle = glm::dvec3(0.65 * sign, 0.1, 0.4) * scale;
    const auto thigh = addBoxLimb(skeleton, fmt::format("{}_Thigh", side), pelvis, hip, knee, 0.85 * scale);
    const auto calf = addBoxLimb(skeleton, fmt::format("{}_Calf", side), thigh, knee, ankle, 0.65 * scale);
    const auto foot = addLimb(skeleton, fmt::format("{}_Foot", side), calf, ankle, {0, -1, 0});
    // X runs forwards and Y down, so the sole is on the ground.
    skeleton.bones[foot].part =
        Box{{-0.4 * scale, -0.25 * scale, -0.35 * scale}, {1.0 * scale, 0.4 * scale, 0.35 * scale}};
}

void addWalkerLeg(Skeleton& skeleton, std::uint32_t body, const char* side, double sign, double scale) {
    const glm::dvec3 hip = glm::dvec3(2.2 * sign, 0.5, 9) * scale;
    const glm::dvec3 knee = glm::dvec3(2.6 * sign, -1.2, 6) * scale;
    const glm::dvec3 heel = glm::dvec3(2.6 * sign, 1.4, 3) * scale;
    const glm::dvec3 ankle = glm::dvec3(2.6 * sign, 0.2, 0.7) * scale;
    const auto upper = addBoxLimb(skeleton, fmt::format("Leg_Upper_{}", side), body, hip, knee, 1.0 * scale);
    const auto middle =
        addBoxLimb(skeleton, fmt::format("Leg_Middle_{}", side), upper, knee, heel, 0.8 * scale);
    const auto lower =
        addBoxLimb(skeleton, fmt::format("Leg_Lower_{}", side), middle, heel, ankle, 0.7 * scale);
    const auto foot = addLimb(skeleton, fmt::format("Leg_Foot_{}", side), lower, ankle, {0, -1, 0});
    skeleton.bones[foot].part =
        Box{{-1.0 * scale, -0.1 * scale, -0.8 * scale}, {1.6 * scale, 0.7 * scale, 0.8 * scale}};
}

}  // namespace

Skeleton skeletonWithRoot() {
    Skeleton skeleton;
    skeleton.bones.push_back({.name = "Root"});
    skeleton.world.emplace_back();
    return skeleton;
}

Placement restOf(const Bone& bone) {
    return {unpack(bone.rotation), toVector(bone.translation)};
}

std::uint32_t addLimb(Skeleton& skeleton, std::string name, std::uint32_t parent, const glm::dvec3& start,
                      const glm::dvec3& direction) {
    return addBone(skeleton, std::move(name), parent, {alongDirection(direction), start});
}

std::uint32_t addPoint(Skeleton& skeleton, std::string name, std::uint32_t parent, const glm::dvec3& point) {
    return addBone(skeleton, std::move(name), parent, {.translation = point});
}

std::uint32_t addBoxLimb(Skeleton& skeleton, std::string name, std::uint32_t parent, const glm::dvec3& start,
                         const glm::dvec3& end, double thickness) {
    const std::uint32_t bone = addLimb(skeleton, std::move(name), parent, start, end - start);
    const double half = thickness / 2;
    skeleton.bones[bone].part = Box{{0, -half, -half}, {glm::length(end - start), half, half}};
    return bone;
}

std::optional<std::uint32_t> findBone(const Skeleton& skeleton, std::string_view name) {
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
        if (skeleton.bones[i].name == name) return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
}

Skeleton makePerson(Random& random) {
    const double scale = random.between(0.9, 1.1);
    Skeleton skeleton = skeletonWithRoot();
    const auto at = [&](double x, double y, double z) { return glm::dvec3(x, y, z) * scale; };
    const auto pelvis = addBoxLimb(skeleton, "B_Pelvis", 0, at(0, 0, 5), at(0, 0, 5.9), 1.5 * scale);
    const auto spine = addBoxLimb(skeleton, "B_Spine", pelvis, at(0, 0, 5.9), at(0, 0.05, 7.1), 1.3 * scale);
    const auto chest = addBoxLimb(skeleton, "B_Chest", spine, at(0, 0.05, 7.1), at(0, 0, 8.4), 1.8 * scale);
    const auto head = addLimb(skeleton, "B_Head", chest, at(0, 0, 8.5), {0, 0, 1});
    // Deeper towards the front, so that a picture shows which way the person looks.
    skeleton.bones[head].part = Box{at(0, -0.55, -0.5), at(1.5, 0.85, 0.5)};
    addArm(skeleton, chest, "L", 1, scale);
    addArm(skeleton, chest, "R", -1, scale);
    addLeg(skeleton, pelvis, "L", 1, scale);
    addLeg(skeleton, pelvis, "R", -1, scale);
    const auto muzzle =
        addLimb(skeleton, "MuzzleA_00", *findBone(skeleton, "R_Hand"), at(-1.95, -0.9, 4.2), {0, -1, 0});
    skeleton.bones[muzzle].visible = false;
    skeleton.bones[muzzle].part = Box{at(0, -0.2, -0.2), at(1.2, 0.2, 0.2)};
    return skeleton;
}

Skeleton makeWalker(Random& random) {
    const double scale = random.between(0.9, 1.2);
    Skeleton skeleton = skeletonWithRoot();
    const auto at = [&](double x, double y, double z) { return glm::dvec3(x, y, z) * scale; };
    const auto body = addLimb(skeleton, "Body", 0, at(0, 0.5, 9), {0, 0, 1});
    skeleton.bones[body].part = Box{at(-0.5, -1.5, -1.7), at(1.2, 1.5, 1.7)};
    const auto head = addLimb(skeleton, "Head", body, at(0, 0, 10.2), {0, -1, 0});
    skeleton.bones[head].part = Box{at(-1.8, -3.0, -1.9), at(2.2, -0.1, 1.9)};
    const auto barrel =
        addBoxLimb(skeleton, "Barrel", head, at(0, -2.2, 10.8), at(0, -4.4, 10.8), 0.4 * scale);
    addPoint(skeleton, "MuzzleA_00", barrel, at(0, -4.5, 10.8));
    addWalkerLeg(skeleton, body, "L", 1, scale);
    addWalkerLeg(skeleton, body, "R", -1, scale);
    const auto debris = addBoxLimb(skeleton, "Debris", body, at(0, 2.0, 10), at(0, 3.0, 11), 0.8 * scale);
    skeleton.bones[debris].visible = false;
    // Two emitters of one name: names of bones need not be unique.
    addPoint(skeleton, "p_smoke", body, at(1.5, 1, 10));
    addPoint(skeleton, "p_smoke", body, at(-1.5, 1, 10));
    return skeleton;
}

Skeleton makeShip(Random& random) {
    const double scale = random.between(3.0, 5.0);
    Skeleton skeleton = skeletonWithRoot();
    const auto at = [&](double x, double y, double z) { return glm::dvec3(x, y, z) * scale; };
    const auto hull = addPoint(skeleton, "Hull", 0, at(0, 0, 3));
    skeleton.bones[hull].part = Box{at(-1.2, -6, -0.7), at(1.2, 4, 0.7)};
    for (const double sign : {1.0, -1.0}) {
        const char* side = sign > 0 ? "L" : "R";
        const auto wing = addBoxLimb(skeleton, fmt::format("Wing_{}", side), hull, at(1.2 * sign, 1, 3),
                                     at(4.5 * sign, 2.5, 3.3), 0.35 * scale);
        const auto engine = addPoint(skeleton, fmt::format("Engine_{}", side), hull, at(0.7 * sign, 4.1, 3));
        skeleton.bones[engine].part = Box{at(-0.4, 0, -0.4), at(0.4, 0.3, 0.4)};
        skeleton.bones[engine].billboard = sign > 0 ? 2 : 1;
        addPoint(skeleton, fmt::format("HP_Wing_{}", side), wing, at(4.5 * sign, 2.5, 3.4));
    }
    const auto turret = addLimb(skeleton, "Turret_00", hull, at(0, -2, 3.7), {0, 0, 1});
    skeleton.bones[turret].part = Box{at(0, -0.7, -0.6), at(0.5, 0.7, 0.6)};
    const auto barrel =
        addBoxLimb(skeleton, "Barrel_00", turret, at(0, -2.6, 4.0), at(0, -4.2, 4.0), 0.2 * scale);
    addPoint(skeleton, "MuzzleA_00", barrel, at(0, -4.3, 4.0));
    for (std::uint32_t mode = 0; mode < 8; ++mode) {
        const auto glow =
            addPoint(skeleton, fmt::format("Glow_{:02}", mode), hull, at(-1.0 + 0.25 * mode, -3, 3.8));
        skeleton.bones[glow].billboard = mode;
        skeleton.bones[glow].part = Box{at(-0.08, 0, -0.08), at(0.08, 0.02, 0.08)};
    }
    return skeleton;
}

Skeleton makeSerpent(Random& random) {
    constexpr int kSegments = 10;
    const double length = random.between(0.9, 1.2);
    Skeleton skeleton = skeletonWithRoot();
    std::uint32_t parent = 0;
    for (int i = 0; i < kSegments; ++i) {
        const glm::dvec3 start(0, 0.35 * std::sin(0.7 * i), length * i);
        const glm::dvec3 end(0, 0.35 * std::sin(0.7 * (i + 1)), length * (i + 1));
        parent = addBoxLimb(skeleton, fmt::format("Segment_{:02}", i), parent, start, end, 1.6 - 0.12 * i);
    }
    return skeleton;
}

}  // namespace rigkiln::corpus
