#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "formats/swat3/gsa_file.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::swat3 {

/// A file read with or without event counts.
struct GsaAttempt {
    GsaFile file;                      ///< as far as it was read
    std::optional<FormatError> error;  ///< why no further
};

/// The first reading that ends exactly with the file: as the version says, then the other way, which must
/// give unit quaternions too. Else the version's own.
[[nodiscard]] GsaAttempt attemptGsa(std::span<const std::byte> file);

/// 4.1 has no event counts.
[[nodiscard]] bool versionHasEventCounts(const GsaFile& file);

}  // namespace rigkiln::swat3
