#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::alamo {

/// Prints a model or animation as text: one indented line per chunk, mini-chunk and field, each with its
/// offset. Of long arrays only the first elements are shown. Follows the table of the layout instead of the
/// file model, so it also shows files that the decoder refuses. Throws FormatError where a size does not fit.
[[nodiscard]] std::string dumpChunks(std::span<const std::byte> file);

}  // namespace rigkiln::alamo
