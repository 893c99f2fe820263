#include "pipeline/settings/archive_options.hpp"

#include <cstdint>

namespace rigkiln {

ContainerLimits archiveLimits(const OptionValues& values) {
    return {.maximumBytes = static_cast<std::uint64_t>(values.integer(kArchiveFile)),
            .maximumTotal = static_cast<std::uint64_t>(values.integer(kArchiveTotal)),
            .maximumRatio = static_cast<std::uint64_t>(values.integer(kArchiveRatio))};
}

}  // namespace rigkiln
