#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pipeline/base/result.hpp"

namespace rigkiln::ctsa {

/// Prints a file as text: one line per field and per frame, each with its offset. Of long lists only the
/// first elements are shown. Fails as decodeCtsa does.
[[nodiscard]] Result<std::string> dumpCtsa(std::span<const std::byte> file);

}  // namespace rigkiln::ctsa
