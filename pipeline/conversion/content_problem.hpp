#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pipeline/base/error.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln {

/// Returns true when the format knows a file by its first bytes; the extension is that of the path.
[[nodiscard]] bool isContentOf(const FormatModule& format, const std::string& path,
                               std::span<const std::byte> bytes);

/// Returns the error for a file that has the extension of the format and not its content.
[[nodiscard]] Error foreignContent(const FormatModule& format, const std::string& path,
                                   std::span<const std::byte> head);

}  // namespace rigkiln
