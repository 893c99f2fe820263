#pragma once

#include <cstdint>
#include <optional>

#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/scene/scene.hpp"

/// What reading a file left in the extras of a joint.
namespace rigkiln::swat3_writer {

/// The id of the bone that a joint was; nothing for joints that were none.
[[nodiscard]] std::optional<std::uint16_t> storedId(const Joint& joint);
/// The numbers of the bone that a joint was, to the bit.
[[nodiscard]] std::optional<swat3::Float3> storedPosition(const Joint& joint);
[[nodiscard]] std::optional<swat3::Float4> storedRotation(const Joint& joint);

}  // namespace rigkiln::swat3_writer
