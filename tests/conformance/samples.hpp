#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::test {

/// A well-formed file of a format.
struct Sample {
    std::string name;  ///< for messages
    std::vector<std::byte> bytes;
};

/// Small files, a few kilobytes at most, that together use all of the format: each of their bytes is changed
/// in turn. A new format adds its own here; one without samples fails the conformance tests.
[[nodiscard]] std::vector<Sample> smallSamples(std::string_view format);

/// Files as they occur, for what a format promises to read.
[[nodiscard]] std::vector<Sample> wholeSamples(const FormatModule& format);

}  // namespace rigkiln::test
