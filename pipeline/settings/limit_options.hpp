#pragma once

#include <array>
#include <string_view>

#include "pipeline/conversion/option.hpp"
#include "pipeline/conversion/read_limits.hpp"

namespace rigkiln {

inline constexpr std::string_view kChunkLimit = "chunks";
inline constexpr std::string_view kJsonValueLimit = "json_values";
inline constexpr std::string_view kJsonElementLimit = "json_elements";
inline constexpr std::string_view kJsonLevelLimit = "json_levels";
inline constexpr std::string_view kJointLimit = "joints";
inline constexpr std::string_view kTriangleLimit = "triangles";
inline constexpr std::string_view kKeyLimit = "keys";

/// Options of the configuration key `limits`.
inline constexpr std::array<OptionSpec, 7> kLimitOptions = {{
    {.name = kChunkLimit,
     .type = OptionType::Integer,
     .help = "How many chunks an Alamo file may have, in all containers together.",
     .defaultText = "1000000",
     .minimum = 1,
     .maximum = 1e9},
    {.name = kJsonValueLimit,
     .type = OptionType::Integer,
     .help =
         "How many values the JSON of a glTF file may have: objects, lists, texts, numbers, true, false and "
         "null, at any depth. Each takes about 200 bytes of memory.",
     .defaultText = "10000000",
     .minimum = 1,
     .maximum = 1e9},
    {.name = kJsonElementLimit,
     .type = OptionType::Integer,
     .help = "How many elements each list of a glTF file may have, such as meshes and materials; nodes, "
             "accessors and bufferViews may have ten times as many.",
     .defaultText = "100000",
     .minimum = 1,
     .maximum = 1e8},
    {.name = kJsonLevelLimit,
     .type = OptionType::Integer,
     .help = "How deep objects and lists of a glTF file may lie in each other.",
     .defaultText = "128",
     .minimum = 16,
     .maximum = 256},
    {.name = kJointLimit,
     .type = OptionType::Integer,
     .help = "How many joints (bones, nodes) a file may have.",
     .defaultText = "1000000",
     .minimum = 1,
     .maximum = 1e9},
    {.name = kTriangleLimit,
     .type = OptionType::Integer,
     .help = "How many triangles the meshes of a file may have together.",
     .defaultText = "100000000",
     .minimum = 1,
     .maximum = 1e9},
    {.name = kKeyLimit,
     .type = OptionType::Integer,
     .help = "How many keys the clips of a file may have together.",
     .defaultText = "100000000",
     .minimum = 1,
     .maximum = 1e9},
}};

/// Precondition: values of kLimitOptions.
[[nodiscard]] ReadLimits readLimits(const OptionValues& values);

}  // namespace rigkiln
