#include "formats/bfres/model/bone_pose.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace rigkiln::bfres {
namespace {

bool isFinite(std::span<const float> numbers) {
    return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

}  // namespace

glm::quat eulerRotation(const std::array<double, 3>& angles) {
    const double sx = std::sin(angles[0] / 2);
    const double cx = std::cos(angles[0] / 2);
    const double sy = std::sin(angles[1] / 2);
    const double cy = std::cos(angles[1] / 2);
    const double sz = std::sin(angles[2] / 2);
    const double cz = std::cos(angles[2] / 2);
    return glm::quat(glm::dquat(cz * cy * cx + sz * sy * sx, cz * cy * sx - sz * sy * cx,
                                cz * sy * cx + sz * cy * sx, sz * cy * cx - cz * sy * sx));
}

glm::quat unitRotation(const std::array<double, 4>& quaternion) {
    const glm::dquat rotation(quaternion[3], quaternion[0], quaternion[1], quaternion[2]);
    const double length = glm::length(rotation);
    constexpr double kNoLength = 1e-9;
    return length > kNoLength && std::isfinite(length) ? glm::quat(rotation / length)
                                                       : glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
}

glm::quat rotationOf(const std::array<double, 4>& numbers, RotationMode mode) {
    return mode == RotationMode::Quaternion ? unitRotation(numbers)
                                            : eulerRotation({numbers[0], numbers[1], numbers[2]});
}

Transform restPose(const Bone& bone, RotationMode mode) {
    Transform pose;
    if (isFinite(bone.translation))
        pose.translation = {bone.translation[0], bone.translation[1], bone.translation[2]};
    if (isFinite(bone.scale)) pose.scale = {bone.scale[0], bone.scale[1], bone.scale[2]};
    if (isFinite(bone.rotation)) {
        std::array<double, 4> numbers{};
        std::ranges::copy(bone.rotation, numbers.begin());
        pose.rotation = rotationOf(numbers, mode);
    }
    return pose;
}

}  // namespace rigkiln::bfres
