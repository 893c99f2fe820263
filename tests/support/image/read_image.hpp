#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/image_module.hpp"

namespace rigkiln::test {

using Bytes = std::vector<std::byte>;

[[nodiscard]] Bytes bytesOf(std::initializer_list<unsigned> octets);
/// Concatenates the parts.
[[nodiscard]] Bytes joined(std::initializer_list<Bytes> parts);

/// Result of reading an image, as texts that are easy to read in a failed expectation.
struct ReadOutcome {
    std::string error = "no error";
    std::string size;                 ///< "3 x 5"
    std::vector<std::string> pixels;  ///< "RRGGBBAA"
    std::vector<std::string> issues;  ///< "image.palette-index: details"
};

[[nodiscard]] ReadOutcome readImage(const ImageModule& module, std::span<const std::byte> file);

/// Reads every prefix of the file, and the file with each byte changed in turn. Expects an image that keeps
/// its laws, or an error that says where.
void expectHandledWhenDamaged(const ImageModule& module, const Bytes& file);

}  // namespace rigkiln::test
