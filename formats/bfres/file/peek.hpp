#pragma once

#include <cstddef>
#include <span>

#include "formats/bfres/base/bfres_layout.hpp"

namespace rigkiln::bfres {

/// Contents of a file, from its first bytes.
struct Peek {
    std::size_t modelCount = 0;
    std::size_t textureCount = 0;
    std::size_t animationCount = 0;  ///< animations of all kinds
    bool hasShapes = false;          ///< in any model
    /// Bytes of the file needed to find out more; 0 when these were enough. Another look may need more again.
    std::size_t wants = 0;
};

/// Never fails: ignores offsets that lead nowhere.
[[nodiscard]] Peek peek(std::span<const std::byte> head, const Layout& layout);

}  // namespace rigkiln::bfres
