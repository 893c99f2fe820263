#pragma once

#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Name of the option of exporters whose scenes go through extractRootMotion.
inline constexpr std::string_view kRootMotionOption = "root_motion";
inline constexpr std::string_view kRootMotionKeep = "keep";  ///< the step is not done
inline constexpr std::string_view kRootMotionExtract = "extract";
inline constexpr std::string_view kRootMotionRemove = "remove";

struct RootMotionOptions {
    bool isRemoved = false;  ///< the root gets no track: the model stays in its place
    bool operator==(const RootMotionOptions&) const = default;
};

/// Moves the travel of models over the ground to their root joints, for engines that move characters by it.
/// Height and turns stay where they are. Nothing else moves: joints below the root get the opposite track,
/// exactly at all times and not only at keys (findCounterJoints).
///
/// The travel of a clip is that of the joint that carries the model (findCarriers, findTravel). Clips that do
/// not travel, and scenes without any that does, stay as they are, bit for bit. The root is the one joint
/// above all others if it is idle: no clip moves it, nothing follows it, and it does not carry the model.
/// Otherwise a joint is added above (kAddedJoint). Below the static joints of skinRigidParts and mergeScenes
/// it moves each model by itself. It becomes a joint of the skins below it that have less than
/// kCommonSkinLimit joints, and gets kRootMotion in its extras; clips that travel get it too, with what was
/// measured.
///
/// With `isRemoved` the root gets no track, no joint is added, and everything below it moves against the
/// travel: what stood still slides back. Precondition: the scene is canonical and satisfies its laws.
void extractRootMotion(Scene& scene, const RootMotionOptions& options);

}  // namespace rigkiln
