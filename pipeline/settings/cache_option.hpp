#pragma once

#include "pipeline/conversion/option.hpp"

namespace rigkiln {

/// The configuration key `cache`.
inline constexpr OptionSpec kCacheOption{
    .name = "cache",
    .type = OptionType::Text,
    .help =
        "Folder with the outputs of runs of any machine, which are taken from there instead of made again. "
        "May be shared."};

}  // namespace rigkiln
