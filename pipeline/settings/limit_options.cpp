#include "pipeline/settings/limit_options.hpp"

#include <cstdint>

namespace rigkiln {

ReadLimits readLimits(const OptionValues& values) {
    const auto limit = [&](std::string_view name) {
        return static_cast<std::uint64_t>(values.integer(name));
    };
    return {.chunks = limit(kChunkLimit),
            .jsonValues = limit(kJsonValueLimit),
            .jsonElements = limit(kJsonElementLimit),
            .jsonLevels = limit(kJsonLevelLimit),
            .joints = limit(kJointLimit),
            .triangles = limit(kTriangleLimit),
            .keys = limit(kKeyLimit)};
}

}  // namespace rigkiln
