#include "tools/cli/duration_option.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "tools/cli/command_errors.hpp"

namespace rigkiln::cli {

Result<std::chrono::seconds> durationOf(std::string_view option, const std::string& text) {
    constexpr std::string_view kUnits = "smhdw";
    constexpr std::int64_t kSeconds[] = {1, 60, 3600, 86'400, 604'800};
    constexpr std::int64_t kMost = 1'000'000;
    std::int64_t number = 0;
    const char* const last = text.data() + text.size();
    const auto [end, problem] = std::from_chars(text.data(), last, number);
    const std::size_t unit = end + 1 == last ? kUnits.find(*end) : std::string_view::npos;
    if (problem != std::errc() || unit == std::string_view::npos || number < 0 || number > kMost) {
        return usageError(std::string(option),
                          fmt::format("is {}, expected a whole number up to {} with its unit (s, m, h, d or "
                                      "w), as in 30d",
                                      quote(text), kMost));
    }
    return std::chrono::seconds(number * kSeconds[unit]);
}

}  // namespace rigkiln::cli
