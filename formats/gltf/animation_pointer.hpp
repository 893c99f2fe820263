#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "pipeline/base/value.hpp"

/// Channels of KHR_animation_pointer, which target no node but a place in the file's JSON.
namespace rigkiln::gltf_format {

/// What a channel points at; empty when it is no such channel.
[[nodiscard]] std::string_view pointerOf(const Value& channel);

/// The material whose base colour texture a pointer moves. Nothing when it points at anything else.
[[nodiscard]] std::optional<std::size_t> materialOfOffset(std::string_view pointer);

}  // namespace rigkiln::gltf_format
