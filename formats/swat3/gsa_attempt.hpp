#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "formats/swat3/gsa_file.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::swat3 {

/// File read either with or without event counts.
struct GsaAttempt {
    GsaFile file;                      ///< as far as it could be read
    std::optional<FormatError> error;  ///< reason why reading stopped
};

/// Reads a file as its version says; if that does not end exactly with the file, the other way. The other way
/// must also give unit quaternions. Returns the first reading that fits, else the version's own.
[[nodiscard]] GsaAttempt attemptGsa(std::span<const std::byte> file);

/// Version 4.1 has no event counts.
[[nodiscard]] bool versionHasEventCounts(const GsaFile& file);

}  // namespace rigkiln::swat3
