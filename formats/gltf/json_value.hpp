#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_format {

/// No glTF nests deeper: its own objects need 8 levels, the rest is for extras.
inline constexpr std::size_t kMaximumJsonDepth = 128;
/// Parsed JSON takes about twenty times the memory of its text.
inline constexpr std::size_t kMaximumJsonBytes = std::size_t{256} << 20U;

/// The JSON as a value, members in the order of the file. Throws GltfError, with `what` in front, where the
/// text is not JSON or not UTF-8, is longer or nests deeper than the limits, or has a member twice.
[[nodiscard]] Value parseJson(std::string_view text, std::string_view what);

// Looking into a value. All of these take null for "not there" and give null or nothing for another type.

[[nodiscard]] const Properties* asObject(const Value* value);
[[nodiscard]] const ValueList* asList(const Value* value);
[[nodiscard]] const std::string* asText(const Value* value);
[[nodiscard]] std::optional<double> asNumber(const Value* value);
[[nodiscard]] std::optional<std::int64_t> asInteger(const Value* value);
[[nodiscard]] std::optional<bool> asFlag(const Value* value);

/// A member of an object.
[[nodiscard]] const Value* member(const Value* object, std::string_view name);
/// An element of a list that is a member of an object: element(root, "nodes", 3).
[[nodiscard]] const Value* element(const Value* object, std::string_view list, std::size_t index);

/// "a list", "a number" ... for messages.
[[nodiscard]] std::string_view typeName(const Value& value);

}  // namespace rigkiln::gltf_format
