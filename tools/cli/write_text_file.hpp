#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

/// Writes through a temporary file beside the target and renames it, so that no reader sees half of it. A
/// device, a pipe or a link (/dev/stdout is one) is written to and stays what it is.
[[nodiscard]] Status writeTextFile(const std::string& path, std::string_view text);

[[nodiscard]] Status writeFile(const std::string& path, std::vector<std::byte> bytes);

/// A whole file, at most `limit` bytes. Links are followed: a person named the path.
[[nodiscard]] Result<std::string> readTextFile(const std::string& path, std::size_t limit);

}  // namespace rigkiln::cli
