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
    // clang-tidy 14 takes the comparison with 0 in what the compiler makes of this for a null.
    auto operator<=>(const IndexOf&) const = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace rigkiln
