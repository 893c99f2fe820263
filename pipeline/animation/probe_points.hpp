#pragma once

#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "pipeline/scene/joint_box.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Options of probePoints.
struct ProbeOptions {
    /// Distance of the points from a joint without objects, in units of the scene.
    double shell = 0.03;
    /// Ignores all objects: every joint has only its shell points.
    bool shellOnly = false;
    /// More objects, which the scene does not have. Unlike rigid meshes they are never hidden.
    std::span<const JointBox> moreObjects{};
};

/// Points that follow one joint rigidly, in its space. They bound the error of skinned vertices too, because
/// no vertex is displaced farther than by one of its joints alone. The displacement by an affine map is
/// convex, so the corners of a box bound everything inside.
struct JointProbes {
    std::vector<glm::dvec3> points;
    /// True when the points come only from rigid meshes. They are then ignored while the joint is hidden.
    bool hideWithJoint = false;
};

/// Returns for every joint the corners of the box around the skinned vertices, rigid meshes, attachments and
/// lights that follow it, and `moreObjects`. A joint that nothing follows has three points along its axes, at
/// the distance of the shell in units of the scene, whatever the joint's scale at rest.
[[nodiscard]] std::vector<JointProbes> probePoints(const Scene& scene, const ProbeOptions& options);

/// Returns the longest side of the box around the joints of all skins at rest, or around all joints when
/// there is no skin. Serves as the height of a character. 0 for fewer than two joints.
[[nodiscard]] double skeletonExtent(const Scene& scene);

}  // namespace rigkiln
