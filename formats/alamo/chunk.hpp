#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rigkiln::alamo {

/// Bit 31 of a chunk's size: the body is a list of chunks (README, section Chunks).
inline constexpr std::uint32_t kContainerFlag = 0x8000'0000U;

/// Unknown chunk or mini-chunk, kept as stored. `position` is the number of siblings before it, so that
/// encoding puts it back in its place.
struct UnknownChunk {
    std::uint32_t id = 0;
    bool isContainer = false;
    std::size_t position = 0;
    std::vector<std::byte> body;

    bool operator==(const UnknownChunk&) const = default;
};

}  // namespace rigkiln::alamo
