#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/files/seen_files.hpp"

namespace rigkiln {

/// Returns the folder in few bytes. Preconditions: names are sorted, each once; all are files.
[[nodiscard]] std::string encodeSeenFolder(const SeenFolder& folder);

/// Reads it back. Returns nothing for bytes that are no such folder. Safe for any bytes.
[[nodiscard]] std::optional<SeenFolder> decodeSeenFolder(std::string_view bytes);

}  // namespace rigkiln
