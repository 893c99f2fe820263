#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "formats/swat3/finding.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::swat3 {

/// A file read as one of its possible variants.
struct GsmAttempt {
    GsmFile file;                      ///< as far as it was read
    std::vector<Finding> findings;     ///< of a file that was read whole
    std::optional<FormatError> error;  ///< why it was not

    [[nodiscard]] bool isWhole() const { return !error; }
};

/// The best reading of a file: of those that are whole the one that breaks the fewest rules, else the one
/// that came furthest; the usual variant first among equals.
[[nodiscard]] GsmAttempt attemptGsm(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
