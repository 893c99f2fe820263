#pragma once

#include <algorithm>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// Whether a transform moves nothing, within the rounding of a program that computed it anew.
[[nodiscard]] inline bool isNearIdentity(const Transform& transform) {
    constexpr float kTolerance = 1e-6F;
    return glm::length(transform.translation) <= kTolerance &&
           glm::length(glm::vec3(transform.rotation.x, transform.rotation.y, transform.rotation.z)) <=
               kTolerance &&
           glm::distance(transform.scale, glm::vec3(1.0F)) <= kTolerance;
}

/// Compares keys with rest values, within the rounding of a program that computed them anew.
class RestComparison {
public:
    explicit RestComparison(const Scene& scene) {
        for (const Joint& joint : scene.joints)
            reach_ = std::max(reach_, glm::length(joint.rest.translation));
    }

    [[nodiscard]] bool holds(const Track<glm::vec3>& track, const glm::vec3& rest) const {
        return areNear(track, [&](const glm::vec3& value) {
            return glm::distance(value, rest) <= kTolerance * std::max(reach_, glm::length(rest));
        });
    }

    [[nodiscard]] bool holds(const Track<glm::quat>& track, const glm::quat& rest) const {
        return areNear(track, [&](const glm::quat& value) {
            const glm::quat unit = glm::normalize(value);
            return std::min(glm::length(unit - rest), glm::length(unit + rest)) <= kTolerance;
        });
    }

private:
    /// Fraction of the longest joint; distance of two unit quaternions.
    static constexpr float kTolerance = 1e-4F;

    template <class Type, class IsNear>
    static bool areNear(const Track<Type>& track, IsNear isNear) {
        // Splines have a value between two tangents.
        const std::size_t step = track.interpolation == Interpolation::CubicSpline ? 3 : 1;
        for (std::size_t i = step / 2; i < track.values.size(); i += step) {
            if (!isNear(track.values[i])) return false;
        }
        return true;
    }

    float reach_ = 0.0F;
};

}  // namespace rigkiln::gltf
