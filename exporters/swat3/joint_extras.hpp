#pragma once

#include <cstdint>
#include <optional>

#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/scene/scene.hpp"

/// Values that reading a file left in the extras of a joint.
namespace rigkiln::swat3_export {

/// Id of the bone that a joint was in the file; nothing for joints that were no bones.
[[nodiscard]] std::optional<std::uint16_t> storedId(const Joint& joint);
/// Numbers of the bone that a joint was in the file, to the bit.
[[nodiscard]] std::optional<swat3::Float3> storedPosition(const Joint& joint);
[[nodiscard]] std::optional<swat3::Float4> storedRotation(const Joint& joint);

}  // namespace rigkiln::swat3_export
