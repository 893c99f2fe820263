#pragma once

#include <optional>

#include "pipeline/conversion/option.hpp"
#include "pipeline/reduction/reduction_settings.hpp"

namespace rigkiln {

/// Returns the reduction settings of a resample job; nothing when it keeps all keys.
[[nodiscard]] std::optional<ReductionSettings> reductionOf(const OptionValues& resample);

}  // namespace rigkiln
