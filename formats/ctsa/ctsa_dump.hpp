#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pipeline/base/result.hpp"

namespace rigkiln::ctsa {

/// A file as text, a line per field and one per frame, each with its offset in the file. Of long lists only
/// the first elements are shown. Fails as decodeCtsa does.
[[nodiscard]] Result<std::string> dumpCtsa(std::span<const std::byte> file);

}  // namespace rigkiln::ctsa
