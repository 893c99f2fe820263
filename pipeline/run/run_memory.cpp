#include "pipeline/run/run_memory.hpp"

#include <algorithm>
#include <cstdint>

namespace rigkiln {

std::size_t bytesForUnits(std::size_t memoryBytes, bool readsArchives) {
    const std::size_t parts = kPartsForImages + (readsArchives ? kPartsForArchives : 0);
    return memoryBytes - memoryBytes / kImageParts * parts;
}

std::size_t bytesTaken(const UnitSizes& sizes) {
    // Position, normal, tangent, a set of texture coordinates, a colour, and four joints with weights are 88.
    constexpr std::size_t kVertexBytes = 96;
    constexpr std::size_t kTriangleBytes = 3 * sizeof(std::uint32_t);
    constexpr std::size_t kJointBytes = 512;  // with name and properties
    const AssetCounts& counts = sizes.counts;
    std::size_t scene = counts.vertices * kVertexBytes + counts.triangles * kTriangleBytes +
                        counts.joints * kJointBytes + counts.animationBytes;
    for (const ClipReductionReport& clip : sizes.reductions)
        scene += clip.bytesBefore - std::min(clip.bytesBefore, clip.bytesAfter);
    const std::size_t decoded = 2 * sizes.sourceBytes + scene;
    const std::size_t exported = sizes.sourceBytes + scene + sizes.outputBytes;
    return std::max(decoded, exported) + (sizes.wasMadeTwice ? scene + sizes.outputBytes : 0);
}

std::size_t hardLimit(std::size_t memoryBytes) {
    constexpr std::size_t kPart = 16;
    constexpr std::size_t kLeast = std::size_t{24} << 20U;
    return memoryBytes + memoryBytes / kPart + kLeast;
}

std::size_t bytesInMemory(const UnitMemory& memory) {
    constexpr std::size_t kSourcePart = 4;
    constexpr std::size_t kLeast = std::size_t{512} << 10U;
    const std::size_t least = std::max(memory.sourceBytes / kSourcePart, kLeast);
    const std::size_t share = memory.runBytes / std::max<std::size_t>(memory.unitsAtOnce, 1);
    return memory.estimatedBytes > share ? least : std::max(share / (memory.outputs + 1), least);
}

}  // namespace rigkiln
