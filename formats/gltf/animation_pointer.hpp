#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "pipeline/base/value.hpp"

/// Channels of KHR_animation_pointer, which target a JSON path instead of a node.
namespace rigkiln::gltf {

/// Returns the target of a channel; empty when the channel has no pointer.
[[nodiscard]] std::string_view pointerOf(const Value& channel);

/// Returns the material whose base colour texture offset a pointer animates. Returns nothing for other
/// pointers.
[[nodiscard]] std::optional<std::size_t> materialOfOffset(std::string_view pointer);

}  // namespace rigkiln::gltf
