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
/// One behind the other.
[[nodiscard]] Bytes joined(std::initializer_list<Bytes> parts);

/// What an image module made of a file, in words that a failed expectation shows well.
struct ReadOutcome {
    std::string error = "no error";
    std::string size;                 ///< "3 x 5"
    std::vector<std::string> pixels;  ///< "RRGGBBAA"
    std::vector<std::string> issues;  ///< "image.palette-index: details"
};

[[nodiscard]] ReadOutcome readImage(const ImageModule& module, std::span<const std::byte> file);

/// Expects that every beginning of the file, and the file with each octet changed in turn, is read as an
/// image that keeps its laws, or is refused with a text that says where.
void expectHandledWhenDamaged(const ImageModule& module, const Bytes& file);

}  // namespace rigkiln::test
