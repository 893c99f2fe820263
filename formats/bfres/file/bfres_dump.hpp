#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rigkiln::bfres {

/// Prints a file as text: one line for each struct field read, with its offset and path. Of long lists only
/// the first elements are shown. Throws FormatError where the decoder does.
[[nodiscard]] std::string dumpBfres(std::span<const std::byte> file);

}  // namespace rigkiln::bfres
