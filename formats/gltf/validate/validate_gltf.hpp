#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "formats/gltf/validate/findings.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln::gltf_validation {

struct ValidationRequest {
    std::span<const std::byte> bytes{};
    bool isGlb = false;               ///< a binary container; otherwise JSON
    FileSource& companions;           ///< files beside this one
    std::size_t mostFindings = 1000;  ///< where to stop
};

struct Validation {
    std::vector<Finding> findings{};
    bool isCut = false;  ///< there are more findings

    [[nodiscard]] std::size_t count(FindingSeverity severity) const;
};

/// Checks a glTF file against the rules in kRules. Never fails: what cannot be read is a finding. Time and
/// memory are bounded by the size of the file and of those it refers to, whatever their contents.
[[nodiscard]] Validation validateGltf(const ValidationRequest& request);

/// Returns "error", "warning", "information" or "hint".
[[nodiscard]] std::string_view severityName(FindingSeverity severity);

}  // namespace rigkiln::gltf_validation
