#pragma once

#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Name of the option of exporters whose scenes go through hideUnseenParts.
inline constexpr std::string_view kRestVisibilityOption = "rest_visibility";
inline constexpr std::string_view kRestVisibilitySource = "source";  ///< the step is not done
inline constexpr std::string_view kRestVisibilityClips = "clips";

/// Hides at rest what every clip hides from its beginning to its end: joints with meshes that the source
/// shows at rest. In a merged scene these are the clips of the same part. Tracks of visibility of these
/// joints then only repeat the rest value, so that exporters need no channels for them. Changed joints get
/// kShownInSource. A scene without clips stays as it is. Precondition: the scene satisfies its laws.
void hideUnseenParts(Scene& scene);

}  // namespace rigkiln
