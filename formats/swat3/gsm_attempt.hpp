#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "formats/swat3/finding.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::swat3 {

/// File read as one of its possible variants.
struct GsmAttempt {
    GsmFile file;                      ///< as far as it could be read
    std::vector<Finding> findings;     ///< only when it was read completely
    std::optional<FormatError> error;  ///< why it was not

    [[nodiscard]] bool isWhole() const { return !error; }
};

/// Returns the best reading of a file. Of the complete ones, that is the one that breaks the fewest rules;
/// otherwise the one that came furthest. Among equals the more frequent variant wins.
[[nodiscard]] GsmAttempt attemptGsm(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
