#pragma once

#include <array>
#include <string_view>

#include "formats/alamo/ala_file.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::alamo {

inline constexpr IssueKind kBadRotation{
    "alamo.bad-rotation", Severity::Warning,
    "rotation keys are far from unit length and were normalised, or replaced by no rotation"};
inline constexpr IssueKind kClipNotFinite{"alamo.clip-not-finite", Severity::Warning,
                                          "keys hold NaN or infinity and were replaced by the neutral value"};
inline constexpr IssueKind kDuplicateBone{"alamo.duplicate-bone", Severity::Warning,
                                          "a clip animates one bone index twice; the first block counts"};
inline constexpr IssueKind kSingleFrame{"alamo.single-frame", Severity::Information,
                                        "a clip of one frame has no duration and became a clip of one key"};

inline constexpr std::array<const IssueKind*, 4> kAlaIssues = {&kBadRotation, &kClipNotFinite,
                                                               &kDuplicateBone, &kSingleFrame};

inline constexpr std::string_view kVisibilityWithoutTrack = "visibility_without_track";
inline constexpr std::array<std::string_view, 2> kVisibilityChoices = {"shown", "model"};
inline constexpr std::array<OptionSpec, 1> kAlaOptions = {{
    {.name = kVisibilityWithoutTrack,
     .type = OptionType::Choice,
     .help = "What a bone without a visibility track is during a clip: shown throughout, or as the model has "
             "it at rest.",
     .defaultText = "shown",
     .choices = kVisibilityChoices},
}};

/// Makes a scene of one clip and a skeleton of the bones that it lists. The file knows no hierarchy: all
/// bones are children of an added root, or roots themselves when the clip lists bone 0. Joint::sourceIndex is
/// the bone's number; the rest pose is the clip's first frame. Z-up, in the file's units.
///
/// Translation, rotation and scale of every bone get a track, with one key for a constant: a constant may
/// differ from the model's rest pose (README, Animation). bindClips later drops tracks that only repeat it.
/// Sixteen-bit rotations become exactly k / 32767 in float, so that they can be written back bit for bit.
[[nodiscard]] Scene alaToScene(const AlaFile& file, const ReadRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::alamo
