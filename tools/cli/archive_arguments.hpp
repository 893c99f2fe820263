#pragma once

#include "library/conversion/named_paths.hpp"
#include "library/conversion/request_options.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {

/// Returns the limits of archives that the command line gives.
[[nodiscard]] inline Result<ContainerLimits> archiveLimitsOf(const TableOptions& given) {
    return archiveLimitsOf(given.all());
}

}  // namespace rigkiln::cli
