#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::test {

/// Well-formed file of a format.
struct Sample {
    std::string name;  ///< for messages
    std::vector<std::byte> bytes;
};

/// Returns small files, a few kilobytes at most, that together use all features of the format. Tests change
/// each of their bytes in turn. A new format adds its samples here; a format without samples fails the
/// conformance tests.
[[nodiscard]] std::vector<Sample> smallSamples(std::string_view format);

/// Returns files that together contain every feature that the format declares in `reads`.
[[nodiscard]] std::vector<Sample> wholeSamples(const FormatModule& format);

}  // namespace rigkiln::test
