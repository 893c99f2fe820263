#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::swat3 {

// A file as text, a line per field, indented by nesting, each with its offset in the file. Of long lists only
// the first elements are shown. The laws of a decoded file need not hold; where the layout is open it is read
// as decoding it reads it. Both throw FormatError where a size does not fit.

[[nodiscard]] std::string dumpGsm(std::span<const std::byte> file);
[[nodiscard]] std::string dumpGsa(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
