#pragma once

#include <optional>
#include <vector>

#include <glm/vec2.hpp>

#include "pipeline/process/rigid_models.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Distance between the ends of a clip from which a joint travels, as a fraction of the size of the scene.
inline constexpr double kLeastTravel = 1e-4;
/// Part of the path that the distance between its ends has to be: hips that sway in a cycle whose last frame
/// is not its first stay below.
inline constexpr double kLeastShare = 0.1;
/// Distance from the start that counts as travel although the clip ends where it started, as a fraction of
/// the size of the scene.
inline constexpr double kLeastDetour = 0.1;

/// How a joint travels over the ground in one clip.
struct Travel {
    /// Horizontal distance from the place at time 0, in model space.
    Track<glm::vec3> path;
    double distance = 0;  ///< length of the path
    glm::dvec2 end{0.0};  ///< last value of the path along X and Z
    double turn = 0;      ///< degrees around Y, counterclockwise from above, from the first pose to the last
};

/// Returns for each model the joint that carries it over the ground: the first one from the root down that
/// more than half of the model's joints are on or below, and whose own translation travels at least half as
/// far as that of any other such joint, in some clip. Nothing for models without such a joint. `size` is the
/// size of the scene.
[[nodiscard]] std::vector<std::optional<IndexOf<Joint>>> findCarriers(const Scene& scene,
                                                                      const RigidModels& models, double size);

/// Measures how a joint travels in a clip; nothing if it does not. The path has the keys of the joint's
/// translation if the clip moves no joint above it, and is a spline if that is one. Otherwise it is sampled,
/// at all keys and at least kPathRate times a second.
[[nodiscard]] std::optional<Travel> findTravel(const Scene& scene, const Clip& clip, IndexOf<Joint> joint,
                                               double size);

inline constexpr double kPathRate = 60;

}  // namespace rigkiln
