#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/value.hpp"

namespace rigkiln::gltf {

/// Maximum nesting: glTF itself needs 8 levels, the rest is for extras.
inline constexpr std::size_t kMaximumJsonDepth = 128;
/// Maximum size. Parsed JSON takes about twenty times the memory of its text.
inline constexpr std::size_t kMaximumJsonBytes = std::size_t{256} << 20U;

/// Limit for values: objects, lists, texts, numbers, true, false and null, at any depth. Each takes up to 40
/// bytes as a Value, 72 as a member of an object.
inline constexpr std::size_t kMostJsonValues = 10'000'000;

/// Parses JSON, keeping members in file order. Throws GltfError with `what` in front when the text is not
/// JSON, not UTF-8, too long, of too many values, nested too deeply, or has a duplicate member.
[[nodiscard]] Value parseJson(std::string_view text, std::string_view what);

// Access to a value. Null arguments mean "missing"; the result is null or nothing for another type.

[[nodiscard]] const Properties* asObject(const Value* value);
[[nodiscard]] const ValueList* asList(const Value* value);
[[nodiscard]] const std::string* asText(const Value* value);
[[nodiscard]] std::optional<double> asNumber(const Value* value);
/// Also of a number that is written with a fraction of zero.
[[nodiscard]] std::optional<std::int64_t> asInteger(const Value* value);
[[nodiscard]] std::optional<bool> asFlag(const Value* value);

/// A member of an object.
[[nodiscard]] const Value* member(const Value* object, std::string_view name);
/// An element of a list in an object: element(root, "nodes", 3).
[[nodiscard]] const Value* element(const Value* object, std::string_view list, std::size_t index);

/// Name of the value's type for messages: "a list", "a number".
[[nodiscard]] std::string_view typeName(const Value& value);

}  // namespace rigkiln::gltf
