#pragma once

#include <string_view>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Name of the option of exporters whose scenes go through makeTPose.
inline constexpr std::string_view kRestPoseOption = "rest_pose";
inline constexpr std::string_view kRestPoseSource = "source";  ///< the step is not done
inline constexpr std::string_view kRestPoseT = "t";

inline constexpr IssueKind kNoHumanoid{
    "rest-pose.no-humanoid", Severity::Information,
    "the bones of no humanoid were found in the model, so its rest pose stays that of the source"};
inline constexpr IssueKind kLimbNotStraight{
    "rest-pose.limb-kept", Severity::Warning,
    "an arm or a leg stays as the source has it at rest, because it cannot be made straight"};

/// Makes the rest pose of humanoids (findHumanoids) a T-pose: upper arms, lower arms and hands point away
/// from the body along X, upper and lower legs straight down. Feet keep their direction, and the hips go up
/// or down with them, so that the soles stay on the height where they were. Everything else turns along with
/// the bone that it hangs on. A hand is straightened only if a finger tells its direction. Bones that are
/// straight within 1e-6 radians stay, bit for bit.
///
/// Only rest poses of joints change. Vertices and inverse bind matrices keep the bind pose of the source, so
/// every clip moves everything as before: clips get constant tracks where they relied on the rest pose of a
/// joint that changed. In a merged scene these are the clips of the same part. Changed joints get
/// kSourceRest.
///
/// A limb stays, with an issue, if its bones do not hang on each other or have no length, and arms do if the
/// shoulders are not beside each other along X. Precondition: the scene is canonical and satisfies its laws.
void makeTPose(Scene& scene, Diagnostics& diagnostics);

}  // namespace rigkiln
