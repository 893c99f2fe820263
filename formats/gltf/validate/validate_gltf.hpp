#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/findings.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln::gltf_validation {

/// Checks beyond those of glTF. The document is linked, and its buffers are loaded; it may break rules.
using FurtherChecks = std::function<void(Findings&, const Value& json, Document&)>;

struct ValidationRequest {
    std::span<const std::byte> bytes{};
    bool isGlb = false;               ///< a binary container; otherwise JSON
    FileSource& companions;           ///< files beside this one
    std::size_t mostFindings = 1000;  ///< where to stop
    FurtherChecks further{};          ///< may be empty
};

struct Validation {
    std::vector<Finding> findings{};
    bool isCut = false;  ///< there are more findings

    [[nodiscard]] std::size_t count(FindingSeverity severity) const;
};

/// Checks a glTF file against the rules in kRules, then with the further checks of the request. Never fails:
/// what cannot be read is a finding. Time and memory are bounded by the size of the file and of those it
/// refers to, whatever their contents.
[[nodiscard]] Validation validateGltf(const ValidationRequest& request);

/// Returns "error", "warning", "information" or "hint".
[[nodiscard]] std::string_view severityName(FindingSeverity severity);

}  // namespace rigkiln::gltf_validation
