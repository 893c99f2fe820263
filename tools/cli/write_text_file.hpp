#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln::cli {

/// Writes a temporary file beside the target and renames it, so that no reader sees half a file. A device, a
/// pipe or a link (such as /dev/stdout) is written to directly and stays what it is.
[[nodiscard]] Status writeTextFile(const std::string& path, std::string_view text);

[[nodiscard]] Status writeFile(const std::string& path, std::vector<std::byte> bytes);

/// Reads a whole file of at most `limit` bytes. Follows links, as users give these paths.
[[nodiscard]] Result<std::string> readTextFile(const std::string& path, std::size_t limit);

}  // namespace rigkiln::cli
