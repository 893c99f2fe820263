#pragma once

#include "pipeline/base/diagnostics.hpp"

/// Issues of choosing bones, whatever the target. Exporters list these among their own issues.
namespace rigkiln {

inline constexpr IssueKind kBoneMissing{"skeleton.bone-missing", Severity::Warning,
                                        "the scene lacks joints for bones of the template, which stand as "
                                        "the template has them and follow their parents"};
inline constexpr IssueKind kJointWithWeight{
    "skeleton.joint-with-weight", Severity::Warning,
    "vertices follow joints that are no bones; they will follow the nearest bone above"};
inline constexpr IssueKind kJointDropped{"skeleton.joint-dropped", Severity::Information,
                                         "joints that are no bones and that no vertex follows were left out"};
inline constexpr IssueKind kBoneRenamed{"skeleton.bone-renamed", Severity::Warning,
                                        "several joints have the same name, which bones must not; "
                                        "all but the first were given a number"};

}  // namespace rigkiln
