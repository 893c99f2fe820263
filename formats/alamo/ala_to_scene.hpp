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

/// A skeleton of the bones the clip lists, all children of one root because the file knows no hierarchy, and
/// one clip. Bones keep their number in Joint::sourceIndex, and their rest pose is the clip's first frame.
/// Z-up, the file's units. Every property of every bone has a track, of one key where the file has a
/// constant, because a constant pose may differ from the model's rest pose (README, Animation); bindClips
/// drops what only repeats it. Sixteen-bit rotations are kept as exactly k / 32767 in float, so that they can
/// be written again bit for bit.
[[nodiscard]] Scene alaToScene(const AlaFile& file, const ReadRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::alamo
