#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// The joint that a part of a merged scene hangs on keeps what is true of that part alone under this name in
/// its extras (docs/extras.md, Merged parts).
inline constexpr std::string_view kPartRecord = "part";

/// For each joint the one that its part hangs on: the nearest with kPartRecord, itself or above it; nothing
/// for joints of no part. A parent that does not stand before its child counts as none.
[[nodiscard]] std::vector<std::optional<IndexOf<Joint>>> partOfEachJoint(const Scene& scene);

}  // namespace rigkiln
