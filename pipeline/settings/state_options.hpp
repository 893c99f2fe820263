#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/conversion/option.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

inline constexpr std::string_view kStateFolder = "folder";
inline constexpr std::string_view kStateMaximum = "max_size";

/// Options of the configuration key `state`.
inline constexpr std::array<OptionSpec, 2> kStateOptions = {{
    {.name = kStateFolder,
     .type = OptionType::Text,
     .help =
         "Folder for what is remembered between runs. Several configurations and machines may share one."},
    {.name = kStateMaximum,
     .type = OptionType::ByteCount,
     .help = "How large it may be at the end of a run; what was not used for longest goes first.",
     .defaultText = "4GiB",
     .minimum = 0,
     .maximum = 1e15,
     .needs = {.option = kStateFolder}},
}};

/// Precondition: values of kStateOptions. `folder` is the absolute path of their folder.
[[nodiscard]] inline StateSettings stateSettings(const OptionValues& values, std::string folder) {
    return {.folder = std::move(folder),
            .maximumBytes = static_cast<std::size_t>(values.integer(kStateMaximum))};
}

}  // namespace rigkiln
