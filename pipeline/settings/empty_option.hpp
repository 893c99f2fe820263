#pragma once

#include <array>
#include <string_view>

#include "pipeline/conversion/option.hpp"

namespace rigkiln {

inline constexpr std::string_view kEmptyIgnored = "ignore";
inline constexpr std::array<std::string_view, 2> kEmptyChoices = {"fail", kEmptyIgnored};

/// The configuration key `on_empty`.
inline constexpr OptionSpec kEmptyOption{
    .name = "on_empty",
    .type = OptionType::Choice,
    .help =
        "What becomes of files that have the name of a format and not a single byte: each is a failure, "
        "or is left out and listed.",
    .defaultText = "fail",
    .choices = kEmptyChoices};

}  // namespace rigkiln
