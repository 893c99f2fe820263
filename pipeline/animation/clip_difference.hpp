#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// The joint of another scene that each joint of a scene is; nothing where there is none.
using JointPartners = std::vector<std::optional<IndexOf<Joint>>>;

/// Joints with the same names from the root down; of what is left, those whose name each scene has once.
[[nodiscard]] JointPartners matchJoints(const Scene& left, const Scene& right);

/// How far two clips of two scenes are apart.
struct ClipDifference {
    double maximum = 0;  ///< largest displacement of a probe point, in units of the left scene
    double p99 = 0;      ///< 99 % of the displacements, over all joints and times, are at most this
    IndexOf<Joint> joint;
    glm::dvec3 point{0.0};   ///< in the space of that joint
    float time = 0.0F;       ///< seconds
    std::size_t joints = 0;  ///< how many were compared
};

/// Displacements of the left scene's probe points, each carried by the joint it follows and by that joint's
/// partner: at every key time of either clip, just before each step, and between these at no less than four
/// times the higher of the frame rates (30 where none is known), three times at least. What both clips hide
/// does not count while it is hidden. Precondition: both scenes keep the laws; `probes` and `partners` have
/// an entry per joint of the left one.
[[nodiscard]] ClipDifference measureClipDifference(const Scene& left, const Clip& leftClip,
                                                   const Scene& right, const Clip& rightClip,
                                                   std::span<const JointProbes> probes,
                                                   std::span<const std::optional<IndexOf<Joint>>> partners);

}  // namespace rigkiln
