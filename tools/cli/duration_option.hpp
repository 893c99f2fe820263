#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

/// Reads a duration: "90s", "45m", "12h", "30d" or "8w". `option` is what the message calls it.
[[nodiscard]] Result<std::chrono::seconds> durationOf(std::string_view option, const std::string& text);

}  // namespace rigkiln::cli
