#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// How points around joints are chosen.
struct ProbeOptions {
    /// How far from the joint the points lie where nothing hangs on it, in units of the scene.
    double shell = 0.03;
    /// Leaves the meshes aside: every joint has its shell alone.
    bool shellOnly = false;
};

/// Points that follow one joint, in its space. What a skinned vertex is off by is never more than the most
/// that one of its joints moves it by, so points that follow joints rigidly bound it; and how far an affine
/// map displaces a point is convex, so the corners of a box bound everything within.
struct JointProbes {
    std::vector<glm::dvec3> points;
    /// Nothing but what a rigid mesh holds: it does not count while the joint is hidden.
    bool hideWithJoint = false;
};

/// For every joint of the scene: the corners of the box around the vertices that follow it and around the
/// meshes, attachments and lights that hang on it; where there are none, three points at the distance of the
/// shell along the joint's axes (in units of the scene, whatever the joint's scale at rest).
[[nodiscard]] std::vector<JointProbes> probePoints(const Scene& scene, const ProbeOptions& options);

/// The longest side of the box around the joints of all skins at rest, or around all joints without a skin:
/// how tall a character is. 0 for fewer than two joints.
[[nodiscard]] double skeletonExtent(const Scene& scene);

}  // namespace rigkiln
