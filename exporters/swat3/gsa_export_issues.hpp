#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/wayback/skeleton_issues.hpp"

/// Issues of data that bones and clips of SWAT 3 cannot hold.
namespace rigkiln::swat3_export {

inline constexpr IssueKind kSkeletonsJoined{
    "skeleton.joined", Severity::Warning,
    "the bones of several skeletons were joined in one: nothing says which bone was in which"};

inline constexpr IssueKind kTranslationLost{
    "gsa.translation-lost", Severity::Warning,
    "bones move by translation or scale, which a GSA cannot hold; it moves the root and turns the others"};
inline constexpr IssueKind kVisibilityLost{"gsa.visibility-lost", Severity::Warning,
                                           "the clip shows or hides joints, which a GSA cannot"};
inline constexpr IssueKind kEventsLost{"gsa.events-lost", Severity::Warning,
                                       "version 4.1 has no events; they were left out"};

inline constexpr std::array<const IssueKind*, 5> kSkeletonIssues = {
    &kBoneMissing, &kJointWithWeight, &kJointDropped, &kBoneRenamed, &kSkeletonsJoined};
inline constexpr std::array<const IssueKind*, 3> kGsaBuildIssues = {&kTranslationLost, &kVisibilityLost,
                                                                    &kEventsLost};

}  // namespace rigkiln::swat3_export
