#pragma once

#include <cstdint>

namespace rigkiln {

/// Most that one source file may hold. The defaults are far above what games have, and refuse files that were
/// made to cost much before they do.
struct ReadLimits {
    std::uint64_t chunks = 1'000'000;       ///< of an Alamo file, in all containers together
    std::uint64_t jsonValues = 10'000'000;  ///< of glTF, at any depth
    /// Of a top-level list of glTF; ten times as many nodes, accessors and buffer views.
    std::uint64_t jsonElements = 100'000;
    std::uint64_t jsonLevels = 128;  ///< of glTF, one in another
    std::uint64_t joints = 1'000'000;
    std::uint64_t triangles = 100'000'000;
    std::uint64_t keys = 100'000'000;  ///< of all tracks of all clips

    bool operator==(const ReadLimits&) const = default;
};

}  // namespace rigkiln
