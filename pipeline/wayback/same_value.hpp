#pragma once

#include <string_view>

#include "pipeline/base/value.hpp"

namespace rigkiln {

/// Returns whether two values are the same numbers, texts and structure. Numbers count as single precision
/// has them, which is all that JSON and its readers keep of them.
[[nodiscard]] bool isSameValue(const Value& left, const Value& right);

/// Returns whether `is` has all members of `was` with the same values, except the member `ignored`.
[[nodiscard]] bool hasSameMembers(const Properties& was, const Properties& is, std::string_view ignored);

}  // namespace rigkiln
