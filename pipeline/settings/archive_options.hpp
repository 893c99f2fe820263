#pragma once

#include <array>
#include <string_view>

#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/option.hpp"

namespace rigkiln {

inline constexpr std::string_view kArchiveFile = "max_file";
inline constexpr std::string_view kArchiveTotal = "max_total";
inline constexpr std::string_view kArchiveRatio = "max_ratio";

/// Options of the configuration key `archives`.
inline constexpr std::array<OptionSpec, 3> kArchiveOptions = {{
    {.name = kArchiveFile,
     .type = OptionType::ByteCount,
     .help = "How large one packed file may be when it is unpacked.",
     .defaultText = "1GiB",
     .minimum = 1024,
     .maximum = 1073741824},
    {.name = kArchiveTotal,
     .type = OptionType::ByteCount,
     .help = "How large all members of an archive may be together when they are unpacked, those of archives "
             "inside it among them.",
     .defaultText = "64GiB",
     .minimum = 1024,
     .maximum = 1e15},
    {.name = kArchiveRatio,
     .type = OptionType::Integer,
     .help = "How many times larger a packed file may become; up to 1 MiB it may become in any case.",
     .defaultText = "1000",
     .minimum = 1,
     .maximum = 65536},
}};

/// Precondition: values of kArchiveOptions.
[[nodiscard]] ContainerLimits archiveLimits(const OptionValues& values);

}  // namespace rigkiln
