#pragma once

#include <array>
#include <string_view>

#include "pipeline/conversion/option.hpp"

/// What a user can say about BFRES files.
namespace rigkiln::bfres {

inline constexpr std::string_view kFrameRate = "frame_rate";

inline constexpr std::array<OptionSpec, 1> kBfresOptions = {{
    {.name = kFrameRate,
     .type = OptionType::Number,
     .help =
         "Frames a second that the game plays animations at; the files do not say it, and most games run at "
         "60 or 30.",
     .defaultText = "60",
     .minimum = 1,
     .maximum = 1000},
}};

}  // namespace rigkiln::bfres
