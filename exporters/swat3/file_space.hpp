#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace rigkiln::swat3_writer {

/// Converts from a canonical scene (+Y up, metres) to the axes and units of SWAT 3 (+Z up): by the exact
/// permutation (x, y, z) -> (x, -z, y), which undoes what convertCoordinates bakes, and by the scale.
class FileSpace {
public:
    /// Precondition: metresPerUnit is finite and positive.
    explicit FileSpace(double metresPerUnit) : metresPerUnit_(metresPerUnit) {}

    [[nodiscard]] glm::dvec3 point(const glm::dvec3& canonical) const {
        return direction(canonical) / metresPerUnit_;
    }
    [[nodiscard]] static glm::dvec3 direction(const glm::dvec3& canonical) {
        return {canonical.x, -canonical.z, canonical.y};
    }
    [[nodiscard]] static glm::dquat rotation(const glm::dquat& canonical) {
        return {canonical.w, canonical.x, -canonical.z, canonical.y};
    }
    [[nodiscard]] static glm::quat rotation(const glm::quat& canonical) {
        return {canonical.w, canonical.x, -canonical.z, canonical.y};
    }
    /// Returns the matrix that does in the file's axes and units what `canonical` does in the scene's.
    [[nodiscard]] glm::dmat4 matrix(const glm::dmat4& canonical) const;

private:
    double metresPerUnit_;
};

}  // namespace rigkiln::swat3_writer
