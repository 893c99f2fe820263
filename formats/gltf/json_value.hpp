#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/value.hpp"
#include "pipeline/conversion/read_limits.hpp"

namespace rigkiln::gltf {

/// Maximum size. Parsed JSON takes about twenty times the memory of its text.
inline constexpr std::size_t kMaximumJsonBytes = std::size_t{256} << 20U;

/// Parses JSON, keeping members in file order. Throws GltfError with `what` in front when the text is not
/// JSON, not UTF-8, too long, of more values or levels than the limits allow, or has a duplicate member. A
/// value takes up to 40 bytes, 72 as a member of an object. glTF itself needs 8 levels, the rest is for
/// extras.
[[nodiscard]] Value parseJson(std::string_view text, std::string_view what, const ReadLimits& limits = {});

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
