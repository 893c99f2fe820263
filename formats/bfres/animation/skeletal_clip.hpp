#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/bfres/animation/sample_budget.hpp"
#include "formats/bfres/animation/skeletal_animation.hpp"
#include "formats/bfres/model/skeleton.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// Bone that animations can move.
struct BoundBone {
    IndexOf<Joint> joint;
    const Bone* bone = nullptr;  ///< for its rest pose; null when no skeleton of the file has it
    RotationMode rotation = RotationMode::EulerXyz;  ///< of the bone's rest pose
};

/// Bones by name, as the games find them. Never iterated.
using BoneIndex = std::unordered_map<std::string, BoundBone>;

/// Name for extras: "maya".
[[nodiscard]] std::string_view scalingName(ScalingMode mode);

/// Settings and sinks for making clips.
struct ClipContext {
    double frameRate = 60;  ///< frames a second
    SampleBudget& budget;
    Diagnostics& diagnostics;
};

/// Makes a clip on the joints of `bones`. Reports and omits bones that are not among them.
///
/// Rotations are sampled at every frame, because a curve moves a single angle or component, not a rotation.
/// Translations and scales keep their keys as cubic or linear tracks if the curves of all axes share their
/// key frames; otherwise they are sampled too. Parts that the animation lacks keep the rest pose and get no
/// track. Nor do constant parts equal to the rest pose of the file's own skeleton. Throws FormatError when
/// there are too many samples.
[[nodiscard]] Clip makeSkeletalClip(const SkeletalAnimation& animation, const BoneIndex& bones,
                                    const ClipContext& context);

}  // namespace rigkiln::bfres
