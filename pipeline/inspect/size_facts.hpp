#pragma once

#include <cstddef>
#include <optional>

#include "pipeline/animation/rest_bounds.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Sizes of an asset in its rest pose. Lengths are in units of the scene.
struct SizeFacts {
    std::optional<Bounds> bounds{};  ///< of all vertices, or of the joints without vertices
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    double skeletonHeight = 0;  ///< vertical extent of the joints of all skins; 0 without skins
    /// Scale that would make a human skeleton about 1.8 m tall; set when the skeleton looks human by the
    /// names of its joints and is not between 1.4 m and 2.3 m tall. The size of anything else cannot be
    /// judged.
    std::optional<double> suggestedScale{};
};

/// Precondition: the scene is canonical (+Y up) and satisfies its laws.
[[nodiscard]] SizeFacts sizeFacts(const Scene& scene);

/// Returns whether the joints of the skins have the names of a human body: a head, hands or arms, and feet or
/// legs, with a left and a right one. Ignores case.
[[nodiscard]] bool looksHuman(const Scene& scene);

}  // namespace rigkiln
