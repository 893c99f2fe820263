#pragma once

#include "pipeline/base/diagnostics.hpp"

/// Issues of the exporters of GSM and GSA about a file as a whole.
namespace rigkiln::swat3_export {

inline constexpr IssueKind kUnchanged{
    "swat3.unchanged", Severity::Information,
    "nothing has been edited since it was read from its file, which came back to the byte"};
inline constexpr IssueKind kRuleBroken{"swat3.rule-broken", Severity::Warning,
                                       "the game is not known to take files like this one"};
inline constexpr IssueKind kClipsNotInModel{"swat3.clips-not-in-model", Severity::Information,
                                            "a GSM has no animations; they were left out"};
inline constexpr IssueKind kModelNotInClip{"swat3.model-not-in-clip", Severity::Information,
                                           "a GSA has no meshes; they were left out"};

inline constexpr IssueKind kNoClips{"swat3.no-clips", Severity::Information,
                                    "there is no animation, so no GSA was written"};

}  // namespace rigkiln::swat3_export
