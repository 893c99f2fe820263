#pragma once

#include <array>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"

namespace rigkiln::corpus {

/// Position and rotation without scale, in the axes of the game: +Z up, front towards -Y.
struct Placement {
    glm::dquat rotation{1, 0, 0, 0};
    glm::dvec3 translation{0, 0, 0};
};

/// Expresses `inner`, which is relative to `outer`, in the space that `outer` is in.
[[nodiscard]] Placement compose(const Placement& outer, const Placement& inner);
[[nodiscard]] Placement inverse(const Placement& placement);
[[nodiscard]] glm::dvec3 apply(const Placement& placement, const glm::dvec3& point);

/// The quaternion as an ALA file holds it. Precondition: unit.
[[nodiscard]] alamo::PackedQuat pack(const glm::dquat& rotation);
/// The unit quaternion that a reader makes of a packed one.
[[nodiscard]] glm::dquat unpack(const alamo::PackedQuat& packed);

[[nodiscard]] alamo::Float3 toFloat3(const glm::dvec3& vector);
[[nodiscard]] glm::dvec3 toVector(const alamo::Float3& floats);

/// Three rows of a 3x4 matrix, as a bone of an ALO file holds it.
[[nodiscard]] std::array<float, 12> matrixRows(const Placement& placement);

}  // namespace rigkiln::corpus
