#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Key in the extras of the joint above one part of a merged scene. Its value holds the scene properties of
/// that part alone (docs/extras.md, Merged parts).
inline constexpr std::string_view kPartRecord = "part";

/// Returns for each joint the root joint of its part: the nearest joint with kPartRecord among itself and its
/// ancestors. Empty for joints outside of parts. A parent that does not precede its child is ignored.
[[nodiscard]] std::vector<std::optional<IndexOf<Joint>>> partOfEachJoint(const Scene& scene);

}  // namespace rigkiln
