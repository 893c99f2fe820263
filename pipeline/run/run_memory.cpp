#include "pipeline/run/run_memory.hpp"

#include <algorithm>

namespace rigkiln {

std::size_t bytesForUnits(std::size_t memoryBytes, bool readsArchives) {
    const std::size_t parts = kPartsForImages + (readsArchives ? kPartsForArchives : 0);
    return memoryBytes - memoryBytes / kImageParts * parts;
}

std::size_t bytesInMemory(const UnitMemory& memory) {
    constexpr std::size_t kSourcePart = 4;
    constexpr std::size_t kLeast = std::size_t{512} << 10U;
    const std::size_t least = std::max(memory.sourceBytes / kSourcePart, kLeast);
    const std::size_t share = memory.runBytes / std::max<std::size_t>(memory.unitsAtOnce, 1);
    return memory.estimatedBytes > share ? least : std::max(share / (memory.outputs + 1), least);
}

}  // namespace rigkiln
