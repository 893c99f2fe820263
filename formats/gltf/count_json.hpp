#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace rigkiln::gltf {

struct JsonCounts {
    /// Objects, lists, texts, numbers, true, false and null, at any depth.
    std::size_t values = 0;
    /// Elements of the lists that were asked for; 0 for those that are not there.
    std::vector<std::size_t> elements{};
};

/// Counts the values of JSON, and the elements of top-level lists with these names, without keeping any.
/// Names that are written with escapes are not recognised. Of a text that is not JSON, counts what looks like
/// values.
[[nodiscard]] JsonCounts countJson(std::string_view text, std::span<const std::string_view> lists);

}  // namespace rigkiln::gltf
