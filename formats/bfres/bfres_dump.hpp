#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::bfres {

/// A file as text, a line for each field of its structs as they are read, each with its offset and the path
/// to it. Of long lists only the first elements are shown. Throws FormatError where the decoder does.
[[nodiscard]] std::string dumpBfres(std::span<const std::byte> file);

}  // namespace rigkiln::bfres
