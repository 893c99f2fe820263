#include "tools/corpus/placement.hpp"

#include <cmath>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace rigkiln::corpus {
namespace {

constexpr double kPackedOne = 32767.0;

std::int16_t packComponent(double component) {
    return static_cast<std::int16_t>(std::lround(component * kPackedOne));
}

}  // namespace

Placement compose(const Placement& outer, const Placement& inner) {
    return {outer.rotation * inner.rotation, apply(outer, inner.translation)};
}

Placement inverse(const Placement& placement) {
    const glm::dquat rotation = glm::conjugate(placement.rotation);
    return {rotation, rotation * -placement.translation};
}

glm::dvec3 apply(const Placement& placement, const glm::dvec3& point) {
    return placement.rotation * point + placement.translation;
}

alamo::PackedQuat pack(const glm::dquat& rotation) {
    return {packComponent(rotation.x), packComponent(rotation.y), packComponent(rotation.z),
            packComponent(rotation.w)};
}

glm::dquat unpack(const alamo::PackedQuat& packed) {
    const glm::dquat rotation(packed[3] / kPackedOne, packed[0] / kPackedOne, packed[1] / kPackedOne,
                              packed[2] / kPackedOne);
    return glm::normalize(rotation);
}

alamo::Float3 toFloat3(const glm::dvec3& vector) {
    return {static_cast<float>(vector.x), static_cast<float>(vector.y), static_cast<float>(vector.z)};
}

glm::dvec3 toVector(const alamo::Float3& floats) {
    return {double{floats[0]}, double{floats[1]}, double{floats[2]}};
}

std::array<float, 12> matrixRows(const Placement& placement) {
    const glm::dmat3 rotation = glm::mat3_cast(placement.rotation);
    const alamo::Float3 translation = toFloat3(placement.translation);
    std::array<float, 12> rows{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            rows[row * 4 + column] = static_cast<float>(
                rotation[static_cast<glm::length_t>(column)][static_cast<glm::length_t>(row)]);
        }
        rows[row * 4 + 3] = translation[row];
    }
    return rows;
}

}  // namespace rigkiln::corpus
