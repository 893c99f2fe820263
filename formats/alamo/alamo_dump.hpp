#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::alamo {

/// A model or animation as text, a line per chunk, mini-chunk and field, indented by nesting, each with its
/// offset in the file. Of long arrays only the first elements are shown. Walks the bytes by the layout of the
/// format and not through the file model, so that files whose contents the decoder refuses can be looked at
/// too. Throws FormatError where a size does not fit.
[[nodiscard]] std::string dumpChunks(std::span<const std::byte> file);

}  // namespace rigkiln::alamo
