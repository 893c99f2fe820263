#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/bfres/sample_budget.hpp"
#include "formats/bfres/skeletal_animation.hpp"
#include "formats/bfres/skeleton.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// A bone that animations can move.
struct BoundBone {
    IndexOf<Joint> joint;
    const Bone* bone = nullptr;  ///< with its rest pose; null when no skeleton of the file has it
    RotationMode rotation = RotationMode::EulerXyz;  ///< of the bone's rest pose
};

/// By name, as the games find them. Looked up, never walked through.
using BoneIndex = std::unordered_map<std::string, BoundBone>;

/// "maya", as extras have it.
[[nodiscard]] std::string_view scalingName(ScalingMode mode);

/// What making clips needs beside the animation.
struct ClipContext {
    double frameRate = 60;  ///< frames a second
    SampleBudget& budget;
    Diagnostics& diagnostics;
};

/// The animation as a clip on the joints of `bones`; bones that are not among them are told and left out.
///
/// Rotations are sampled on every frame from 0 to the last, because a curve moves one angle or one component
/// and not a rotation. Translations and scales keep their keys as cubic or straight tracks where the curves
/// of all axes have them on the same frames; else they are sampled too. Parts that the animation does not
/// have keep the rest pose, and get no track; so do parts that state the rest pose of the file's own
/// skeleton. Throws FormatError when there are too many samples.
[[nodiscard]] Clip makeSkeletalClip(const SkeletalAnimation& animation, const BoneIndex& bones,
                                    const ClipContext& context);

}  // namespace rigkiln::bfres
