#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"

/// Issues of writing sprite animations.
namespace rigkiln::ctsa_export {

inline constexpr IssueKind kUnchanged{"ctsa-output.unchanged", Severity::Information,
                                      "the animation was not edited and came back to the byte"};
inline constexpr IssueKind kRecordDamaged{
    "ctsa-output.record-damaged", Severity::Warning,
    "what the extras say of the animation cannot be read; the file was made from what is shown alone"};

inline constexpr std::array<const IssueKind*, 2> kExportIssues = {&kUnchanged, &kRecordDamaged};

}  // namespace rigkiln::ctsa_export
