#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/value.hpp"

namespace rigkiln {

/// Returns whether two values are the same numbers, texts and structure. Numbers count as single precision
/// has them, which is all that the formats keep of them; the order of members does not count.
[[nodiscard]] bool isEqualValue(const Value& left, const Value& right);

/// Lists members whose values differ, such as "shader.gloss: 0.5, 0.7"; "none" for a missing one. At most
/// `limit` of them. `ignored` are names of members of the top level that do not count.
[[nodiscard]] std::vector<std::string> valueDifferences(const Properties& left, const Properties& right,
                                                        const std::vector<std::string_view>& ignored,
                                                        std::size_t limit);

}  // namespace rigkiln
