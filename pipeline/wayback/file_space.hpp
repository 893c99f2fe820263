#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Converts from a canonical scene (+Y up, metres) to the axes and units of a file: for +Z up the exact
/// permutation (x, y, z) -> (x, -z, y), which undoes what convertCoordinates bakes, and the scale.
class FileSpace {
public:
    /// Precondition: metresPerUnit is finite and positive.
    FileSpace(UpAxis upAxis, double metresPerUnit)
        : isZUp_(upAxis == UpAxis::ZUp), metresPerUnit_(metresPerUnit) {}

    [[nodiscard]] glm::dvec3 point(const glm::dvec3& canonical) const {
        return direction(canonical) / metresPerUnit_;
    }
    [[nodiscard]] glm::dvec3 direction(const glm::dvec3& canonical) const {
        return isZUp_ ? glm::dvec3(canonical.x, -canonical.z, canonical.y) : canonical;
    }
    [[nodiscard]] glm::dquat rotation(const glm::dquat& canonical) const {
        return isZUp_ ? glm::dquat(canonical.w, canonical.x, -canonical.z, canonical.y) : canonical;
    }
    [[nodiscard]] glm::quat rotation(const glm::quat& canonical) const {
        return isZUp_ ? glm::quat(canonical.w, canonical.x, -canonical.z, canonical.y) : canonical;
    }
    /// Returns the same map of space in the file's axes and units.
    [[nodiscard]] glm::dmat4 matrix(const glm::dmat4& canonical) const;

private:
    bool isZUp_;
    double metresPerUnit_;
};

}  // namespace rigkiln
