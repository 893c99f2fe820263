#pragma once

#include <cstddef>
#include <span>

#include "pipeline/report/asset_figures.hpp"

/// How a run divides its memory.
namespace rigkiln {

/// Cached, converting and unwritten images may each use 1/8 of memoryBytes; units get the rest.
inline constexpr std::size_t kImageParts = 8;
inline constexpr std::size_t kPartsForImages = 3;
/// Open archives get another 1/8 in runs that read from archives.
inline constexpr std::size_t kPartsForArchives = 1;

/// Returns how many bytes of RunOptions::memoryBytes all units may use together.
[[nodiscard]] std::size_t bytesForUnits(std::size_t memoryBytes, bool readsArchives);

/// Memory of a unit, estimated from the sizes that the run knows.
struct UnitSizes {
    std::size_t sourceBytes = 0;  ///< of its files, unpacked
    AssetCounts counts{};
    std::span<const ClipReductionReport> reductions{};
    std::size_t outputBytes = 0;
    bool wasMadeTwice = false;  ///< converted again with all keys while the first outputs were there
};

/// Returns how many bytes a unit takes with everything in memory: its files, the scene, and first the files
/// as their formats decode them, which are about as large again, then the outputs. As if all were there at
/// one time.
[[nodiscard]] std::size_t bytesTaken(const UnitSizes& sizes);

/// Returns how many bytes the process may hold beside what it holds before the first unit: `memoryBytes` and
/// a little, because estimates are rough and the allocator rounds. What the program itself takes and this
/// together stay below 64 MB and 10 % over `memoryBytes`.
[[nodiscard]] std::size_t hardLimit(std::size_t memoryBytes);

/// Memory of units that are made together from the same sources, one for each output.
struct UnitMemory {
    std::size_t estimatedBytes = 0;  ///< with everything in memory
    std::size_t sourceBytes = 0;
    std::size_t outputs = 1;
    std::size_t runBytes = 0;     ///< for all units of the run
    std::size_t unitsAtOnce = 1;  ///< share these bytes
};

/// Returns how many bytes may stay in memory, for the clips and for each output; the rest goes to a scratch
/// file. Rule: units whose estimate is within their share of the memory divide the share among their clips
/// and outputs, so they stay in memory unless the estimate is far too low. Other units may keep a quarter of
/// the bytes of their sources, at least 512 KiB.
[[nodiscard]] std::size_t bytesInMemory(const UnitMemory& memory);

}  // namespace rigkiln
