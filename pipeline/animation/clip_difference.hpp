#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// For each joint of one scene its counterpart in another scene, or nothing.
using JointPartners = std::vector<std::optional<IndexOf<Joint>>>;

/// Matches joints whose names agree along the whole path from the root. Matches the remaining joints by name
/// where the name is unique among the remaining joints of each scene.
[[nodiscard]] JointPartners matchJoints(const Scene& left, const Scene& right);

/// Distance between two clips of two scenes.
struct ClipDifference {
    double maximum = 0;  ///< largest displacement of a probe point, in units of the left scene
    double p99 = 0;      ///< 99 % of the displacements, over all joints and times, are at most this
    IndexOf<Joint> joint;
    glm::dvec3 point{0.0};   ///< in the space of that joint
    float time = 0.0F;       ///< seconds
    std::size_t joints = 0;  ///< number of joints compared
};

/// Measures the displacements of the left scene's probe points, each carried by its joint and by that joint's
/// partner. Measures at every key time of either clip, just before each step, and in between at least three
/// times per key interval and at least four times per frame. The frame rate is the higher of both clips, 30
/// where unknown. Ignores what both clips hide, while it is hidden. Precondition: both scenes satisfy the
/// laws; `probes` and `partners` have an entry per joint of the left scene.
[[nodiscard]] ClipDifference measureClipDifference(const Scene& left, const Clip& leftClip,
                                                   const Scene& right, const Clip& rightClip,
                                                   std::span<const JointProbes> probes,
                                                   std::span<const std::optional<IndexOf<Joint>>> partners);

}  // namespace rigkiln
