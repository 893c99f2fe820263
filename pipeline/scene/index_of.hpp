#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace rigkiln {

/// Position in one of the arrays of a Scene. Typed, so that the index of a joint is not taken for that of a
/// mesh.
template <class Element>
struct IndexOf {
    std::uint32_t value = 0;

    IndexOf() = default;
    explicit IndexOf(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}
    auto operator<=>(const IndexOf&) const = default;
};

}  // namespace rigkiln
