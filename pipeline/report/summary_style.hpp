#pragma once

#include <string>
#include <string_view>

#include "pipeline/report/report_text.hpp"

/// Helpers for all lines of a summary.
namespace rigkiln::summary {

/// Returns the path relative to the working folder, if that is shorter. Never has control characters.
[[nodiscard]] std::string shortPath(const std::string& path, const SummaryOptions& options);

/// Returns the text with all paths below the working folder relative to it. Never has control characters.
[[nodiscard]] std::string shortText(std::string_view text, const SummaryOptions& options);

/// Returns "1 output" or "3 outputs".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

enum class Color : unsigned char { Red, Yellow, Green, Bold };

/// Returns the text in a colour, or as it is if there are no colours.
[[nodiscard]] std::string colored(std::string_view text, Color color, const SummaryOptions& options);

}  // namespace rigkiln::summary
