#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace rigkiln {

/// Position in one of the arrays of a Scene. Typed, so that a joint index cannot be used as a mesh index.
template <class Element>
struct IndexOf {
    std::uint32_t value = 0;

    IndexOf() = default;
    explicit IndexOf(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}
    // clang-tidy 14 mistakes the 0 in the compiler-generated comparison for a null pointer.
    auto operator<=>(const IndexOf&) const = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace rigkiln
