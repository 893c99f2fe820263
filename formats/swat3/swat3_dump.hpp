#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::swat3 {

// Print a file as text: one indented line per field, with its offset. Of long lists only the first elements
// are shown. The laws of a decoded file need not hold. Where the layout is open, the decoder's choice is
// used. Both throw FormatError for another kind of file and where a size does not fit.

[[nodiscard]] std::string dumpGsm(std::span<const std::byte> file);
[[nodiscard]] std::string dumpGsa(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
