#pragma once

#include <cstddef>
#include <span>

#include "formats/bfres/bfres_layout.hpp"

namespace rigkiln::bfres {

/// What kind of things a file has, from its first bytes.
struct Peek {
    std::size_t modelCount = 0;
    std::size_t textureCount = 0;
    std::size_t animationCount = 0;  ///< of all kinds
    bool hasShapes = false;          ///< in some model
    /// How many bytes of the file it takes to know all of this; 0: these were enough.
    std::size_t wants = 0;
};

/// Never fails: what offsets that lead nowhere stand for is not there.
[[nodiscard]] Peek peek(std::span<const std::byte> head, const Layout& layout);

}  // namespace rigkiln::bfres
