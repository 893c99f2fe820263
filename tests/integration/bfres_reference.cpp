#include "tests/integration/bfres_reference.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

namespace rigkiln::test {
namespace {

using bfres::Curve;
using bfres::CurveType;
using bfres::CurveWrap;

/// Frames and elements of a curve, converted to double.
struct PlainCurve {
    std::vector<double> frames;
    std::vector<double> elements;

    explicit PlainCurve(const Curve& curve) {
        if (const auto* floats = std::get_if<std::vector<float>>(&curve.frames))
            frames.assign(floats->begin(), floats->end());
        if (const auto* fixed = std::get_if<std::vector<std::int16_t>>(&curve.frames)) {
            for (const std::int16_t frame : *fixed)
                frames.push_back(static_cast<double>(frame) / 32);
        }
        if (const auto* whole = std::get_if<std::vector<std::uint8_t>>(&curve.frames))
            frames.assign(whole->begin(), whole->end());
        if (const auto* floats = std::get_if<std::vector<float>>(&curve.keys))
            elements.assign(floats->begin(), floats->end());
        if (const auto* shorts = std::get_if<std::vector<std::int16_t>>(&curve.keys))
            elements.assign(shorts->begin(), shorts->end());
        if (const auto* octets = std::get_if<std::vector<std::int8_t>>(&curve.keys))
            elements.assign(octets->begin(), octets->end());
        if (const auto* words = std::get_if<std::vector<std::uint32_t>>(&curve.keys)) {
            for (const std::uint32_t word : *words)
                elements.push_back(std::bit_cast<std::int32_t>(word));
        }
    }
};

double inside(const Curve& curve, const PlainCurve& plain, double frame) {
    std::size_t key = 0;
    while (key + 1 < plain.frames.size() && plain.frames[key + 1] <= frame)
        ++key;
    const bool isLast = key + 1 == plain.frames.size();
    const double t = isLast ? 0 : (frame - plain.frames[key]) / (plain.frames[key + 1] - plain.frames[key]);
    const double offset = static_cast<double>(std::bit_cast<float>(curve.offsetBits));
    const double scale = curve.scale;
    const auto k = [&](std::size_t i) { return plain.elements.at(i); };
    switch (curve.type()) {
        case CurveType::Cubic:
            return offset + scale * (k(key * 4) + k(key * 4 + 1) * t + k(key * 4 + 2) * t * t +
                                     k(key * 4 + 3) * t * t * t);
        case CurveType::Linear:
            return offset + scale * (k(key * 2) + k(key * 2 + 1) * t);
        case CurveType::BakedFloat:
            return offset + scale * (isLast ? k(key) : k(key) * (1 - t) + k(key + 1) * t);
        default:
            return k(key) + std::bit_cast<std::int32_t>(curve.offsetBits);
    }
}

double valueOf(const Curve& curve, double frame) {
    const PlainCurve plain(curve);
    const double first = plain.frames.front();
    const double last = plain.frames.back();
    if (frame >= first && frame <= last) return inside(curve, plain, frame);
    const CurveWrap wrap = frame < first ? curve.preWrap() : curve.postWrap();
    const double length = last - first;
    if (wrap == CurveWrap::Clamp || length <= 0) return inside(curve, plain, frame < first ? first : last);
    const double turn = std::floor((frame - first) / length);
    const double rest = (frame - first) - turn * length;
    const bool isBack = wrap == CurveWrap::Mirror && std::fmod(std::abs(turn), 2.0) == 1.0;
    const double value = inside(curve, plain, isBack ? last - rest : first + rest);
    if (wrap != CurveWrap::Relative) return value;
    return value + turn * (inside(curve, plain, last) - inside(curve, plain, first));
}

struct LocalPose {
    std::array<double, 3> scale{1, 1, 1};
    std::array<double, 4> rotation{0, 0, 0, 1};
    std::array<double, 3> translation{0, 0, 0};
    bool isQuaternion = false;
};

LocalPose restOf(const bfres::Skeleton& skeleton, std::size_t index) {
    const bfres::Bone& bone = skeleton.bones[index];
    LocalPose pose;
    std::ranges::copy(bone.scale, pose.scale.begin());
    std::ranges::copy(bone.rotation, pose.rotation.begin());
    std::ranges::copy(bone.translation, pose.translation.begin());
    pose.isQuaternion = (skeleton.flags >> 12U & 7U) == 0;
    return pose;
}

/// Curve targets of the specification: scale 04 08 0C, translation 10 14 18, rotation 20 24 28 2C.
void animate(const bfres::BoneAnimation& bone, bool isQuaternion, double frame, LocalPose& pose) {
    if (bone.scale) std::ranges::copy(*bone.scale, pose.scale.begin());
    const bool turns =
        std::ranges::any_of(bone.curves, [](const Curve& curve) { return curve.target >= 0x20; });
    if (bone.rotate) std::ranges::copy(*bone.rotate, pose.rotation.begin());
    if (bone.rotate || turns) pose.isQuaternion = isQuaternion;
    if (bone.translate) std::ranges::copy(*bone.translate, pose.translation.begin());
    for (const Curve& curve : bone.curves) {
        const double value = valueOf(curve, frame);
        if (curve.target >= 0x04 && curve.target <= 0x0C) pose.scale.at((curve.target - 0x04) / 4) = value;
        if (curve.target >= 0x10 && curve.target <= 0x18)
            pose.translation.at((curve.target - 0x10) / 4) = value;
        if (curve.target >= 0x20 && curve.target <= 0x2C) pose.rotation.at((curve.target - 0x20) / 4) = value;
    }
}

glm::dmat4 rotationMatrix(const LocalPose& pose) {
    const std::array<double, 4>& r = pose.rotation;
    if (pose.isQuaternion) return glm::mat4_cast(glm::normalize(glm::dquat(r[3], r[0], r[1], r[2])));
    const glm::dmat4 one(1.0);
    return glm::rotate(one, r[2], glm::dvec3(0, 0, 1)) * glm::rotate(one, r[1], glm::dvec3(0, 1, 0)) *
           glm::rotate(one, r[0], glm::dvec3(1, 0, 0));
}

glm::dvec3 vectorOf(const std::array<double, 3>& numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace

std::vector<glm::dmat4> bfresBoneWorlds(const bfres::Skeleton& skeleton,
                                        const bfres::SkeletalAnimation* animation, double frame) {
    std::map<std::string, const bfres::BoneAnimation*> animated;
    if (animation != nullptr) {
        for (const bfres::BoneAnimation& bone : animation->bones)
            animated.emplace(bone.name, &bone);
    }
    const bool isQuaternion = animation != nullptr && (animation->flags >> 12U & 7U) == 0;
    std::vector<glm::dmat4> worlds;
    std::vector<glm::dvec3> scales;
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
        LocalPose pose = restOf(skeleton, i);
        const auto found = animated.find(skeleton.bones[i].name);
        if (found != animated.end()) animate(*found->second, isQuaternion, frame, pose);
        scales.push_back(vectorOf(pose.scale));
        glm::dmat4 world(1.0);
        glm::dvec3 freed(1.0);
        if (skeleton.bones[i].parent >= 0) {
            const auto parent = static_cast<std::size_t>(skeleton.bones[i].parent);
            world = worlds[parent];
            if ((skeleton.bones[i].flags & 1U << 23U) != 0) freed = 1.0 / scales[parent];
        }
        const glm::dmat4 one(1.0);
        world *= glm::translate(one, vectorOf(pose.translation)) * glm::scale(one, freed) *
                 rotationMatrix(pose) * glm::scale(one, scales[i]);
        worlds.push_back(world);
    }
    return worlds;
}

double bfresSkeletonSize(const bfres::Skeleton& skeleton) {
    glm::dvec3 low(0.0);
    glm::dvec3 high(0.0);
    for (const glm::dmat4& world : bfresBoneWorlds(skeleton, nullptr, 0)) {
        low = glm::min(low, glm::dvec3(world[3]));
        high = glm::max(high, glm::dvec3(world[3]));
    }
    constexpr double kLeast = 0.1;
    return std::max(glm::distance(low, high), kLeast);
}

}  // namespace rigkiln::test
