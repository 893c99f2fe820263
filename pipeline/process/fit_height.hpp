#pragma once

#include <string>

#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

struct HeightOptions {
    double metres = 1.0;
    /// Names of two joints whose distance at rest becomes `metres`. Both empty: the vertical extent of the
    /// model does.
    std::string from{};
    std::string to{};

    bool operator==(const HeightOptions&) const = default;
};

/// Scales a model so that it is `metres` tall at rest, as convertCoordinates scales: in every vertex, joint
/// and key. Scene::metresPerUnit tells the factor.
///
/// Without joints the height is that of the vertices of the default picture (shownByDefault) on joints that
/// are visible at rest, or of all vertices where nothing is shown; so it does not depend on which other
/// meshes are kept. Names of joints are compared exactly, and if no joint has the name without case; the
/// first one counts.
///
/// Fails with kUnsuitableSize, and changes nothing, where a joint is missing (the message lists those that
/// are there), where there are no vertices, and where what is measured has no length. Precondition: the scene
/// is canonical and satisfies its laws.
[[nodiscard]] Status fitHeight(Scene& scene, const HeightOptions& options);

/// Moves a model so that the lowest vertex at rest is at y = 0 (raiseModel). The same vertices count. Fails
/// with kUnsuitableSize where there are none. A model that stands there up to the rounding of floats stays,
/// bit for bit. Precondition: likewise.
[[nodiscard]] Status standOnGround(Scene& scene);

inline constexpr ErrorCode kUnsuitableSize{
    "size.unsuitable", ErrorKind::Input,
    "the model lacks what height or feet_on_ground measures: vertices, or joints of these names"};

}  // namespace rigkiln
