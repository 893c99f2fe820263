#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <glm/mat3x3.hpp>

#include "pipeline/scene/scene.hpp"

/// Records of root motion (extractRootMotion) in extras, and what reading and writing it have in common
/// (docs/extras.md, Root motion).
namespace rigkiln {

/// Key in the extras of the joint that a model travels by: `true`. Key in the extras of a clip that travels:
/// what was measured. Also the value of kAddedJoint if the source does not have the joint.
inline constexpr std::string_view kRootMotion = "root_motion";

/// Whether the model travels by this joint.
[[nodiscard]] bool isRootMotionJoint(const Joint& joint);

/// Returns for each joint whether something follows it: a vertex, a mesh without a skin, an attachment or a
/// light.
[[nodiscard]] std::vector<bool> jointsInUse(const Scene& scene);

/// The joints of a scene at rest: what is below what, and how they are turned.
struct RestTree {
    explicit RestTree(const Scene& scene);

    std::vector<std::vector<IndexOf<Joint>>> children;  ///< by joint, ascending
    std::vector<glm::dmat3> axes;  ///< by joint: turning and scaling from its space to model space
};

/// A joint that is moved against the travel of a joint above it, and so stays in its place.
struct CounterJoint {
    IndexOf<Joint> joint;
    glm::dmat3 fromModel{1.0};  ///< turns directions of model space into those of its translation
};

/// Returns the joints that have to be moved against the travel of what is above `tops`, so that nothing else
/// moves: on each way down from a top the first joint that is not idle, has no children, or has a scale of 0.
/// The joints above these travel along; they are idle, so it cannot be seen. `isIdle` says of each joint that
/// no clip moves it and that it is not in use; `tree` is that of the scene. Looks at the joints down to those
/// that it returns, in ascending order, and at no others. Precondition: no clip moves a joint above the tops,
/// and their axes are invertible.
[[nodiscard]] std::vector<CounterJoint> findCounterJoints(const Scene& scene, const RestTree& tree,
                                                          std::span<const IndexOf<Joint>> tops,
                                                          const std::vector<bool>& isIdle);

/// Whether directions can be turned into those of the space of a joint with this matrix.
[[nodiscard]] bool isInvertible(const glm::dmat3& matrix);

}  // namespace rigkiln
