#pragma once

#include <cstdint>

namespace rigkiln {

/// A record of two words.
struct Pair {
    std::uint32_t first;
    std::uint32_t second;
};

}  // namespace rigkiln
